/** The same seed gives the same numbers on every machine. */
export type Dice = { between: (low: number, high: number) => number; pick: <T>(of: readonly T[]) => T };

/** Mulberry32. */
export function diceOf(seed: number): Dice {
  let state = Math.imul(seed, 0x9e3779b1) >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const between = (low: number, high: number) => low + (high - low) * next();
  return { between, pick: (of) => of[Math.floor(between(0, of.length))] as (typeof of)[number] };
}
