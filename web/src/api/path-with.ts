export function pathWith(
  path: string,
  params: Record<string, string>,
  query: Record<string, string> = {},
): string {
  const filled = path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ""));
  const asked = new URLSearchParams(query).toString();
  return asked === "" ? filled : `${filled}?${asked}`;
}
