/** What turns the letters around it, or the rest of a line: embeddings, overrides and isolates. Marks for one's own writing stay. */
const STEERING = /[\u202A-\u202E\u2066-\u2069]/g;

/**
 * A name as it may stand in a sentence: it cannot turn around what comes after it. In HTML elements keep their text to themselves
 * (`dir="auto"` isolates), but a title or a link's card has no elements.
 */
export const steady = (text: string): string => text.replaceAll(STEERING, "");
