import { BlockList, isIP, SocketAddress } from "node:net";

const NAMED: Record<string, string[]> = {
  loopback: ["127.0.0.0/8", "::1/128"],
  private: ["10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "fc00::/7"],
};

export class Networks {
  readonly list: readonly string[];
  readonly #blocks = new BlockList();

  constructor(list: readonly string[]) {
    this.list = list;
    for (const network of list.flatMap((name) => NAMED[name] ?? [name])) {
      const [address = "", prefix] = network.split("/");
      const longest = isIP(address) === 4 ? 32 : 128;
      this.#blocks.addSubnet(address, prefix === undefined ? longest : Number(prefix), familyOf(address));
    }
  }

  includes(address: string): boolean {
    return isIP(address) !== 0 && this.#blocks.check(address, familyOf(address));
  }
}

export function isNetwork(text: string): boolean {
  if (Object.hasOwn(NAMED, text)) return true;
  const [address = "", prefix, ...rest] = text.split("/");
  if (rest.length > 0 || isIP(address) === 0) return false;
  return (
    prefix === undefined || (/^\d{1,3}$/.test(prefix) && Number(prefix) <= (isIP(address) === 4 ? 32 : 128))
  );
}

/** Null if the text is not an address. IPv4-mapped IPv6 ("::ffff:192.0.2.1") becomes IPv4. */
export function canonicalAddress(text: string): string | null {
  const family = isIP(text);
  if (family === 0) return null;
  if (family === 4) return text;
  const { address } = new SocketAddress({ address: text.replace(/%.*$/, ""), family: "ipv6" });
  return /^::ffff:(\d+\.\d+\.\d+\.\d+)$/.exec(address)?.[1] ?? address;
}

const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");
