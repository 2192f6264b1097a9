import { hash } from "node:crypto";
import type { DailySalt } from "#database/daily-salt";

/**
 * A hash of an IP address for counting requests: the same all day, and not traceable the next. A household
 * has a whole IPv6 /64 and may change addresses within it, so those count as one.
 */
export const hashedAddress = (address: string, salt: DailySalt, width?: NetworkWidth): Promise<string> =>
  saltedHash(networkOf(address, width), salt);

/** The same for other texts, such as an email address. */
export async function saltedHash(text: string, salt: DailySalt): Promise<string> {
  const secret = (await salt.today()).toString("base64url");
  // Hashes are never published, so a hash prefixed with the secret is enough; an HMAC costs many times as
  // much.
  return hash("sha256", `${secret}${text}`, "base64url").slice(0, 22);
}

/**
 * Leading bits of an IPv6 address: a household's network, the site that it may be delegated, and the most
 * that a provider gives a customer.
 */
const NETWORK_BITS = { network: 64, site: 56, block: 48 } as const;
export type NetworkWidth = keyof typeof NETWORK_BITS;

/**
 * The network of a canonical address. An IPv4 address is a network and a site of its own; its block is the
 * surrounding /24.
 */
export function networkOf(address: string, width: NetworkWidth = "network"): string {
  if (!address.includes(":")) return width === "block" ? address.slice(0, address.lastIndexOf(".")) : address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) while (groups.length < 8 - tail.split(":").length) groups.push("0");
  if (width === "network") return groups.slice(0, 4).join(":");
  const block = groups.slice(0, 3).join(":");
  return width === "block" ? block : `${block}:${(groups[3] ?? "0").padStart(4, "0").slice(0, 2)}`;
}
