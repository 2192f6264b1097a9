const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** "Mar 3", of a UTC day that a time (in milliseconds) falls into. */
export const dayName = (atMs: number): string => DAY.format(atMs);
