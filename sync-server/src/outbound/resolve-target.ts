/**
 * Resolves an address to what the server connects to. A name is looked up once; all its addresses are
 * checked, and only they are connected to, whatever DNS says by then.
 */
import { lookup, Resolver } from "node:dns/promises";
import { isIP } from "node:net";
import { Refusal } from "@shelv/contract/refusal";
import { type AllowedInside, isUsualPort } from "./allowed-inside.ts";
import { isPublicAddress } from "./public-address.ts";

export type Target = { url: URL; host: string; port: number; addresses: readonly string[] };

/** None if the name does not exist. Rejects if the lookup failed. */
export type LookUp = (host: string) => Promise<readonly string[]>;

export async function resolveTarget(url: URL, allowed: AllowedInside, lookUp: LookUp): Promise<Target> {
  if (url.protocol !== "http:" && url.protocol !== "https:") throw new Refusal("link-without-page");
  const host = url.hostname.replace(/^\[|\]$/g, "").replace(/\.$/, "");
  const port = Number(url.port || (url.protocol === "https:" ? 443 : 80));
  const addresses = isIP(host) ? [host] : await lookUp(host);
  if (addresses.length === 0) throw new Refusal("link-not-found");
  const isAllowed = (address: string) => allowed.allows({ host, address, port });
  // A name that also has an address inside is a trick, or misconfigured.
  if (!addresses.every((address) => isPublicAddress(address) || isAllowed(address)))
    throw new Refusal("link-inside");
  const hasCredentials = url.username !== "" || url.password !== "";
  if (hasCredentials || !(isUsualPort(port) || addresses.every(isAllowed))) throw new Refusal("link-unusual");
  return { url, host, port, addresses };
}

const TIMEOUT_MS = 2000;
const TRIES = 2;
const ADDRESSES_AT_MOST = 8;
const NONE = new Set(["ENOTFOUND", "ENODATA", "ENONAME", "EBADNAME"]);

/**
 * With c-ares: its slow answers take no thread of the process. Names in the operator's list are looked up as
 * the system does.
 */
export class NameResolver {
  readonly #resolver = new Resolver({ timeout: TIMEOUT_MS, tries: TRIES });
  readonly #allowed: AllowedInside;

  constructor(servers: readonly string[] | null, allowed: AllowedInside) {
    if (servers) this.#resolver.setServers(servers);
    this.#allowed = allowed;
  }

  readonly lookUp: LookUp = async (host) => {
    if (this.#allowed.namesHost(host))
      return (await lookup(host, { all: true }).catch(noneOrThrow)).map(({ address }) => address);
    const [four, six] = await Promise.allSettled([
      this.#resolver.resolve4(host).catch(noneOrThrow),
      this.#resolver.resolve6(host).catch(noneOrThrow),
    ]);
    const found = [four, six].flatMap((one) => (one.status === "fulfilled" ? one.value : []));
    if (found.length > 0) return found.slice(0, ADDRESSES_AT_MOST);
    if (four.status === "rejected") throw four.reason;
    if (six.status === "rejected") throw six.reason;
    return [];
  };

  close(): void {
    this.#resolver.cancel();
  }
}

function noneOrThrow(error: unknown): never[] {
  if (NONE.has((error as NodeJS.ErrnoException).code ?? "")) return [];
  throw error;
}
