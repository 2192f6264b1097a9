import { hash } from "node:crypto";
import type { DailySalt } from "#database/daily-salt";

/**
 * What stands for an IP address where requests are counted: the same all day, and tomorrow nobody can tell whose it was.
 * A household has a whole /64 of IPv6 addresses and may use a new one each time, so those count as one.
 */
export const hashedAddress = (address: string, salt: DailySalt, width?: NetworkWidth): Promise<string> =>
  saltedHash(networkOf(address, width), salt);

/** The same for any other text, such as an e-mail address. */
export async function saltedHash(text: string, salt: DailySalt): Promise<string> {
  const secret = (await salt.today()).toString("base64url");
  // Nobody is shown what comes out, so a hash that begins with the secret does; an HMAC costs many times as much.
  return hash("sha256", `${secret}${text}`, "base64url").slice(0, 22);
}

/** The leading bits of an IPv6 address that one network has: a household's, the site's that it may be delegated, and what a provider gives a customer at most. */
const NETWORK_BITS = { network: 64, site: 56, block: 48 } as const;
export type NetworkWidth = keyof typeof NETWORK_BITS;

/** The network of a canonical address. An IPv4 address is a household's and a site's own; its block is the /24 around it. */
export function networkOf(address: string, width: NetworkWidth = "network"): string {
  if (!address.includes(":")) return width === "block" ? address.slice(0, address.lastIndexOf(".")) : address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) while (groups.length < 8 - tail.split(":").length) groups.push("0");
  if (width === "network") return groups.slice(0, 4).join(":");
  const block = groups.slice(0, 3).join(":");
  return width === "block" ? block : `${block}:${(groups[3] ?? "0").padStart(4, "0").slice(0, 2)}`;
}
