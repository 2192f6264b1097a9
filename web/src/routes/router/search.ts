/** The router's parser would turn the username `1e3` into the number 1000. */
export const parseSearch = (search: string): Record<string, string> =>
  Object.fromEntries(new URLSearchParams(search));

export function stringifySearch(search: Record<string, unknown>): string {
  const entries = Object.entries(search).filter(
    (entry): entry is [string, string] => typeof entry[1] === "string",
  );
  const query = new URLSearchParams(entries).toString();
  return query === "" ? "" : `?${query}`;
}

export const searchTexts = <K extends string>(
  search: Record<string, unknown>,
  keys: readonly K[],
): { [P in K]?: string } =>
  Object.fromEntries(
    keys.map((key) => [key, search[key]]).filter(([, value]) => typeof value === "string" && value !== ""),
  ) as { [P in K]?: string };
