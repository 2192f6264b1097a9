/** The ids that a search found, in their own order; all of them where nothing is searched (`found` is null). */
export const foundIds = (ids: readonly string[], found: ReadonlySet<string> | null): readonly string[] =>
  found === null ? ids : ids.filter((id) => found.has(id));
