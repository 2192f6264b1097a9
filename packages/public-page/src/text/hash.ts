/** FNV-1a, 32 bits: small, uniform, and the same on every device. For looks only, never for access. */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  // The low bits of similar ids differ too little.
  return (hash ^ (hash >>> 15)) >>> 0;
}

export const CARD_TINTS = 6;

/** A card's tint by id survives renames and moves. */
export const tintOf = (id: string): number => hashOf(id) % CARD_TINTS;
