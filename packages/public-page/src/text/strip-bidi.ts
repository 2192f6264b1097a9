/** Embeddings, overrides and isolates, which reorder surrounding text. Implicit marks stay. */
const STEERING = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name must not reorder the text after it. Elements isolate their text (`dir="auto"`), but a title or a
 * link preview has none.
 */
export const stripBidi = (text: string): string => text.replaceAll(STEERING, "");
