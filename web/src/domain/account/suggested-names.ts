import { username, USERNAME_MAX_LENGTH } from "@shelv/contract/username";
import * as v from "valibot";

/** Letters that have no accent to remove. */
const PLAIN: Record<string, string> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};
const ENDINGS = ["", "-page", "-links", "-home", "-2"];

/**
 * Valid usernames close to a typed text, the closest first; never the text itself. Empty if nothing in it can
 * be part of a username.
 */
export function suggestedNames(typed: string): string[] {
  const base = baseOf(typed);
  if (base === "") return [];
  const names = ENDINGS.map(
    (ending) => withoutEdges(base.slice(0, USERNAME_MAX_LENGTH - ending.length)) + ending,
  );
  return [...new Set(names)].filter((name) => name !== typed.trim() && v.is(username, name));
}

/** Other separators become hyphens, and accents go. */
const baseOf = (typed: string): string =>
  withoutEdges(
    typed
      .normalize("NFKD")
      .replaceAll(/\p{M}/gu, "")
      .replaceAll(/[ßæœøłđðþı]/giu, (letter) => PLAIN[letter.toLowerCase()] ?? "")
      .replaceAll(/['’]/g, "")
      .replaceAll(/[^\w-]+/g, "-")
      .replaceAll(/-{2,}/g, "-"),
  );

const withoutEdges = (name: string) => name.replaceAll(/^[-_]+|[-_]+$/g, "");
