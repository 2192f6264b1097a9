import { hash } from "node:crypto";
import type { DailySalt } from "#database/daily-salt";

/**
 * What stands for an IP address where requests are counted: the same all day, and tomorrow nobody can tell whose it was.
 * A household has a whole /64 of IPv6 addresses and may use a new one each time, so those count as one.
 */
export const hashedAddress = (address: string, salt: DailySalt): Promise<string> => saltedHash(networkOf(address), salt);

/** The same for any other text, such as an e-mail address. */
export async function saltedHash(text: string, salt: DailySalt): Promise<string> {
  const secret = (await salt.today()).toString("base64url");
  // Nobody is shown what comes out, so a hash that begins with the secret does; an HMAC costs many times as much.
  return hash("sha256", `${secret}${text}`, "base64url").slice(0, 22);
}

/** Takes a canonical address. */
export function networkOf(address: string): string {
  if (!address.includes(":")) return address;
  const [head = "", tail] = address.split("::");
  const groups = head === "" ? [] : head.split(":");
  if (tail !== undefined) while (groups.length < 8 - tail.split(":").length) groups.push("0");
  return groups.slice(0, 4).join(":");
}
