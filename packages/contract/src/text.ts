import * as v from "valibot";

/** Text without the control characters that neither a form nor a page can show; line breaks and tabs stay. */
const printable = v.check<string, string>(
  // oxlint-disable-next-line no-control-regex -- control characters are what this refuses
  (text) => !/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/.test(text),
  "Must not contain control characters",
);

/** Half of a surrogate pair is no character: databases and the wire put another in its place, and devices would disagree. */
const whole = v.check<string, string>((text) => !/\p{Surrogate}/u.test(text), "Must not contain halves of characters");

/** An optional text: trimmed, empty when there is none. */
export const optionalText = (maxLength: number, tooLong = `Must be at most ${maxLength} characters`) =>
  v.pipe(v.string(), v.trim(), v.maxLength(maxLength, tooLong), printable, whole);

/** A text that has to say something that can be seen: trimmed, never empty, nor only of characters that show nothing. */
export const requiredText = (maxLength: number, missing: string, tooLong = `Must be at most ${maxLength} characters`) =>
  v.pipe(
    v.string(missing), v.trim(), v.check((text) => isVisible(text), missing), v.maxLength(maxLength, tooLong), printable, whole,
  );

/** Anything but blanks, the braille blank among them, and what is there only for its neighbours. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\s\u2800]/u;

/** Whether a text says something that can be seen. */
export const isVisible = (text: string): boolean => VISIBLE.test(text);

/** A text as its owner wrote it, blanks and all. */
export const rawText = (maxLength: number) =>
  v.pipe(v.string(), v.maxLength(maxLength, `Must be at most ${maxLength} characters`), printable, whole);
