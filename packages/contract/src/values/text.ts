import * as v from "valibot";
import { graphemeCount } from "./graphemes.ts";

/** In UTF-8; enough for an emoji of many parts. A character may have any number of accents. */
const BYTES_PER_CHARACTER = 40;
/** Two texts, new and old, fit into a mutation with an item's other fields. */
const TEXT_MAX_BYTES = 12_000;
const TOO_HEAVY = "Some characters here are too complex. Please shorten this";

function atMost(maxLength: number, tooLong: string) {
  const isLight = v.maxBytes<string, number>(Math.min(maxLength * BYTES_PER_CHARACTER, TEXT_MAX_BYTES));
  const light = v.pipe(v.string(), isLight);
  return v.rawCheck<string>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.length <= maxLength) return;
    if (graphemeCount(dataset.value, maxLength + 1) > maxLength) addIssue({ message: tooLong });
    else if (!v.is(light, dataset.value)) addIssue({ message: TOO_HEAVY });
  });
}

const tooLongFor = (maxLength: number) => `Must be at most ${maxLength} characters`;

const described = (maxLength: number) =>
  v.description<string, string>(`up to ${maxLength} characters as people count them`);

/** No control characters but line breaks and tabs. */
const printable = v.check<string, string>(
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  (text) => !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(text),
  "Must not contain control characters",
);

/** No halves of surrogate pairs: databases and the wire replace them, so devices would differ. */
const whole = v.check<string, string>(
  (text) => !/\p{Surrogate}/u.test(text),
  "Must not contain halves of characters",
);

/** Another app may share a name of several lines. */
const inOneLine = v.transform((text: string) =>
  text.replace(/\s+/g, (blanks) => (/[\t\n\r\u2028\u2029]/.test(blanks) ? " " : blanks)),
);

export const optionalText = (maxLength: number, tooLong = tooLongFor(maxLength)) =>
  v.pipe(v.string(), described(maxLength), v.trim(), atMost(maxLength, tooLong), printable, whole);

export const optionalLine = (maxLength: number, tooLong = tooLongFor(maxLength)) =>
  v.pipe(v.string(), described(maxLength), v.trim(), inOneLine, atMost(maxLength, tooLong), printable, whole);

export const requiredLine = (maxLength: number, missing: string, tooLong = tooLongFor(maxLength)) =>
  v.pipe(
    v.string(missing),
    described(maxLength),
    v.trim(),
    inOneLine,
    v.check((text) => isVisible(text), missing),
    atMost(maxLength, tooLong),
    printable,
    whole,
  );

/** Neither whitespace (with the Braille blank) nor without a glyph. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u;

export const isVisible = (text: string): boolean => VISIBLE.test(text);

/**
 * Removes zero-width spaces, soft hyphens and direction marks, but not what joins letters or the parts of an
 * emoji.
 */
export function withoutHiddenMarks(text: string): string {
  if (!HIDDEN.test(text)) return text;
  let [shown, before] = ["", ""];
  let at = 0;
  for (const letter of text) {
    at += letter.length;
    const [after = ""] = text.slice(at, at + 2);
    if (HIDDEN.test(letter) && !joins(letter, before, after)) continue;
    shown += letter;
    before = letter;
  }
  return shown;
}

const HIDDEN = /\p{Default_Ignorable_Code_Point}/u;

/** The two joiners belong between non-ASCII letters; variation selectors and flag tags after one. */
function joins(mark: string, before: string, after: string): boolean {
  if (/^[\u200C\u200D]$/.test(mark)) return isJoinable(before) && after > "\u007F" && !HIDDEN.test(after);
  return /^[\uFE0F\u{E0020}-\u{E007F}]$/u.test(mark) && isJoinable(before);
}

const isJoinable = (letter: string) => letter > "\u007F" && letter !== "\u200C" && letter !== "\u200D";

export const rawText = (maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength, tooLongFor(maxLength)), printable, whole);
