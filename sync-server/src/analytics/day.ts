export const DAY_MS = 24 * 60 * 60_000;

/** The UTC day in days since 1970. */
export const dayOf = (ms: number): number => Math.floor(ms / DAY_MS);

export const dateOf = (day: number): string => new Date(day * DAY_MS).toISOString().slice(0, 10);
