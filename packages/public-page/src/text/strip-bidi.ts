/** Embeddings, overrides and isolates, which reorder surrounding text. Implicit marks stay. */
const STEERING = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * Makes a name safe in a sentence: it cannot reorder the text after it. HTML elements isolate their text
 * (`dir="auto"`), but a title or a link preview has no elements.
 */
export const stripBidi = (text: string): string => text.replaceAll(STEERING, "");
