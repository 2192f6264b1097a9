/** FNV-1a, 32 bits: small, even, and the same on every device. It decides how things look, never who may do what. */
export function hashOf(text: string): number {
  let hash = 0x81_1c_9d_c5;
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01_00_01_93);
  }
  // The low bits of near-alike ids differ too little without a last stir.
  return (hash ^ (hash >>> 15)) >>> 0;
}
