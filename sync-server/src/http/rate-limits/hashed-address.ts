import { hash } from "node:crypto";
import type { Context } from "hono";
import type { DailySalt } from "#database/daily-salt";
import { clientAddress, type Trust } from "#http/hosts/client-address";

/**
 * To count requests by: the same all day, not traceable the next. A household's IPv6 /64 counts as one
 * address.
 */
export const hashedAddress = (address: string, salt: DailySalt, width?: NetworkWidth): Promise<string> =>
  saltedHash(networkOf(address, width), salt);

export type NetworkDeps = { settings: Trust; addressSalt: DailySalt };

export const clientNetwork = ({ settings, addressSalt }: NetworkDeps, c: Context): Promise<string> =>
  hashedAddress(clientAddress(c, settings), addressSalt);

export const clientNetworks = ({ settings, addressSalt }: NetworkDeps, c: Context) =>
  hashedNetworks(clientAddress(c, settings), addressSalt);

export async function hashedNetworks(
  address: string,
  salt: DailySalt,
): Promise<Record<NetworkWidth, string>> {
  const widths = Object.keys(NETWORK_BITS) as NetworkWidth[];
  const hashes = await Promise.all(
    widths.map(async (width) => [width, await hashedAddress(address, salt, width)] as const),
  );
  return Object.fromEntries(hashes) as Record<NetworkWidth, string>;
}

export async function saltedHash(text: string, salt: DailySalt): Promise<string> {
  const secret = (await salt.today()).toString("base64url");
  // Never published: a hash with the secret is enough, and an HMAC costs many times as much.
  return hash("sha256", `${secret}${text}`, "base64url").slice(0, 22);
}

/**
 * Leading IPv6 bits: a household's network, the site that it may be delegated, a provider's most for a
 * customer, and a provider's own.
 */
const NETWORK_BITS = { network: 64, site: 56, block: 48, provider: 32 } as const;
export type NetworkWidth = keyof typeof NETWORK_BITS;

/**
 * Of a canonical address. An IPv4 address is its own network and site; its block is the /24, its provider's
 * the /16.
 */
export function networkOf(address: string, width: NetworkWidth = "network"): string {
  if (!address.includes(":")) {
    const bytes = address.split(".");
    return bytes.slice(0, { network: 4, site: 4, block: 3, provider: 2 }[width]).join(".");
  }
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) while (groups.length < 8 - tail.split(":").length) groups.push("0");
  if (width === "network") return groups.slice(0, 4).join(":");
  if (width === "provider") return groups.slice(0, 2).join(":");
  const block = groups.slice(0, 3).join(":");
  return width === "block" ? block : `${block}:${(groups[3] ?? "0").padStart(4, "0").slice(0, 2)}`;
}
