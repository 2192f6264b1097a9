import { hashOf } from "#text/hash";

const CARD_TINTS = 6;

/** By id: it survives renames and moves. */
export const tintOf = (id: string): number => hashOf(id) % CARD_TINTS;
