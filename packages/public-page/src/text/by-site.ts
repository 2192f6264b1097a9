/** `hosts`: separated by blanks. */
export const siteMap = <T>(
  entries: readonly (readonly [value: T, hosts: string])[],
): ReadonlyMap<string, T> =>
  new Map(entries.flatMap(([value, hosts]) => hosts.split(" ").map((host) => [host, value] as const)));

/** Of the link's host or of the nearest domain above it. */
export function bySite<T>(sites: ReadonlyMap<string, T>, url: string): T | undefined {
  const [, host = ""] = /^https?:\/\/(?:[^/?#]*@)?([^/?#:]+)/i.exec(url) ?? [];
  const labels = host.toLowerCase().split(".");
  // From the longest name on, so that a subdomain's own value comes first.
  for (let at = 0; at < labels.length - 1; at += 1) {
    const value = sites.get(labels.slice(at).join("."));
    if (value !== undefined) return value;
  }
  return undefined;
}
