import { createHmac, hash, randomBytes, randomInt, timingSafeEqual } from "node:crypto";
import { SIGN_IN_CODE_LENGTH } from "@shelv/contract/sign-in";

export const newToken = (): string => randomBytes(32).toString("base64url");

/** A random token needs no salt. */
export const hashOfToken = (token: string): string => hash("sha256", token, "base64url");

export const newCode = (): string =>
  String(randomInt(10 ** SIGN_IN_CODE_LENGTH)).padStart(SIGN_IN_CODE_LENGTH, "0");

/** A code has few possibilities: its hash depends on the server's secret and the browser's token. */
export const hashOfCode = (secret: string, token: string, code: string): string =>
  keyedHash(secret, `${token}\n${code}`);

export const keyedHash = (secret: string, text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url");

/** In constant time, for any text: its bytes may outnumber its characters. */
export function isSameHash(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)];
  return one.byteLength === other.byteLength && timingSafeEqual(one, other);
}
