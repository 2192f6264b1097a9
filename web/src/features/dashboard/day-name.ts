const DAY = new Intl.DateTimeFormat("en-US", { month: "short", day: "numeric", timeZone: "UTC" });

/** "Mar 3", in UTC. */
export const dayName = (atMs: number): string => DAY.format(atMs);
