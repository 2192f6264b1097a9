/** Embeddings, overrides and isolates. Implicit marks stay. */
const STEERING = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name must not reorder the text after it: elements isolate their text (`dir="auto"`), but a title or a
 * link preview cannot.
 */
export const stripBidi = (text: string): string => text.replaceAll(STEERING, "");
