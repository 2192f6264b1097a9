const WITHIN_S = 10;

/**
 * Of a refresh soon, from `<meta http-equiv="refresh">` or the header `Refresh`. Null for a later one, and
 * for a page that only reloads.
 */
export function refreshTarget(refresh: string): string | null {
  const [, seconds = "", quote = "", rest = ""] =
    /^\s*(\d*)(?:\.[\d.]*)?\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.*)$/is.exec(refresh) ?? [];
  const to = (quote === "" ? rest : (rest.split(quote)[0] ?? "")).trim();
  return to === "" || Number(seconds) > WITHIN_S ? null : to;
}
