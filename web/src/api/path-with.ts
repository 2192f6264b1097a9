/** A route's path with its parameters filled in: `/api/items/:id` becomes `/api/items/…`. */
export const pathWith = (path: string, params: Record<string, string>): string =>
  path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
