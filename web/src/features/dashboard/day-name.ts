const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** "Mar 3": the UTC day of a time in ms. */
export const dayName = (atMs: number): string => DAY.format(atMs);
