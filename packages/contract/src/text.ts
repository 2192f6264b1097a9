import * as v from "valibot";
import { graphemeCount } from "./graphemes.ts";

/** Room in UTF-8 for an emoji of many parts in each place: what one character weighs has no end, since any number of accents may stand on it. */
const BYTES_A_CHARACTER = 40;
/** Two of the longest texts, as they are and as they were, fit into one mutation with all else that an item says. */
const TEXT_MAX_BYTES = 12_000;
const TOO_HEAVY = "Some characters here are made of too many parts. Please shorten this";

/** At most so many characters as people count them; what they are stored in is bounded beside that. */
function atMost(maxLength: number, tooLong: string) {
  const isLight = v.maxBytes<string, number>(Math.min(maxLength * BYTES_A_CHARACTER, TEXT_MAX_BYTES));
  const light = v.pipe(v.string(), isLight);
  return v.rawCheck<string>(({ dataset, addIssue }) => {
    if (!dataset.typed || dataset.value.length <= maxLength) return;
    if (graphemeCount(dataset.value, maxLength + 1) > maxLength) addIssue({ message: tooLong });
    else if (!v.is(light, dataset.value)) addIssue({ message: TOO_HEAVY });
  });
}

const tooLongFor = (maxLength: number) => `Must be at most ${maxLength} characters`;

/** JSON Schema counts otherwise. */
const described = (maxLength: number) =>
  v.description<string, string>(`up to ${maxLength} characters as people count them`);

/** Text without the control characters that neither a form nor a page can show; line breaks and tabs stay. */
const printable = v.check<string, string>(
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  (text) => !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(text),
  "Must not contain control characters",
);

/** Half of a surrogate pair is no character: databases and the wire put another in its place, and devices would disagree. */
const whole = v.check<string, string>(
  (text) => !/\p{Surrogate}/u.test(text),
  "Must not contain halves of characters",
);

/** Names and titles are one line, also where another app shared several. */
const inOneLine = v.transform((text: string) =>
  /[\t\n\r\u2028\u2029]/.test(text) ? text.replace(/\s*[\t\n\r\u2028\u2029]\s*/g, " ") : text,
);

/** An optional text of any number of lines: trimmed, empty when there is none. */
export const optionalText = (maxLength: number, tooLong = tooLongFor(maxLength)) =>
  v.pipe(v.string(), described(maxLength), v.trim(), atMost(maxLength, tooLong), printable, whole);

/** An optional text of one line: trimmed, empty when there is none. */
export const optionalLine = (maxLength: number, tooLong = tooLongFor(maxLength)) =>
  v.pipe(v.string(), described(maxLength), v.trim(), inOneLine, atMost(maxLength, tooLong), printable, whole);

/** A line that has to say something that can be seen: trimmed, never empty, nor only of characters that show nothing. */
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

/** Anything but blanks, the braille blank among them, and what is there only for its neighbours. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u;

/** Whether a text says something that can be seen. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/**
 * A text without the marks that nobody sees: zero-width blanks, soft hyphens, what turns the direction of writing. What joins two
 * letters or the parts of an emoji changes how they look, and stays.
 */
export function withoutHiddenMarks(text: string): string {
  if (!HIDDEN.test(text)) return text;
  let shown = "";
  let at = 0;
  for (const letter of text) {
    at += letter.length;
    const [after = ""] = text.slice(at, at + 2);
    if (!HIDDEN.test(letter) || joins(letter, shown.slice(-1), after)) shown += letter;
  }
  return shown;
}

const HIDDEN = /\p{Default_Ignorable_Code_Point}/u;

/** The two joiners belong between letters beyond ASCII; the sign that a character is drawn as an emoji, and the letters of a flag, behind one. */
function joins(mark: string, before: string, after: string): boolean {
  if (/^[\u200C\u200D]$/.test(mark)) return isJoinable(before) && after > "\u007F" && !HIDDEN.test(after);
  return /^[\uFE0F\u{E0020}-\u{E007F}]$/u.test(mark) && isJoinable(before);
}

const isJoinable = (letter: string) => letter > "\u007F" && letter !== "\u200C" && letter !== "\u200D";

/** A text as its owner wrote it, blanks and all. */
export const rawText = (maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength, tooLongFor(maxLength)), printable, whole);
