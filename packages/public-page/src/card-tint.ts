import { hashOf } from "./hash.ts";

const CARD_TINTS = 6;

/** Which of the six cards a thing without a picture has: it follows the id, so that a card keeps its look when it is renamed or moved. */
export const tintOf = (id: string): number => hashOf(id) % CARD_TINTS;
