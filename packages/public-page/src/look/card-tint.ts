import { hashOf } from "#text/hash";

const CARD_TINTS = 6;

/**
 * Which of the six cards an item without a picture has: derived from the id, so that it survives renames and
 * moves.
 */
export const tintOf = (id: string): number => hashOf(id) % CARD_TINTS;
