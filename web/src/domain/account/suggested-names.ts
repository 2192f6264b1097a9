import { username, USERNAME_MAX_LENGTH } from "@shelv/contract/values/username";
import * as v from "valibot";

const PLAIN: Record<string, string> = { ß: "ss", æ: "ae", œ: "oe", ø: "o", ł: "l", đ: "d" };
const ENDINGS = ["", "-page", "-links", "-home", "-2"];

/** Valid usernames close to a typed text, the closest first; never the text itself. */
export function suggestedNames(typed: string): string[] {
  const base = typed
    .normalize("NFKD")
    .replaceAll(/[\p{M}'’]/gu, "")
    .replaceAll(/[ßæœøłđ]/gi, (letter) => PLAIN[letter.toLowerCase()] ?? "")
    .replaceAll(/[^a-z\d]+/gi, "-")
    .replace(/^-/, "");
  return ENDINGS.map(
    (ending) => base.slice(0, USERNAME_MAX_LENGTH - ending.length).replace(/-$/, "") + ending,
  ).filter((name) => base !== "" && name !== typed.trim() && v.is(username, name));
}
