const WITHIN_S = 10;

/**
 * The address of a refresh soon, as `<meta http-equiv="refresh">` and the header `Refresh` write it. Null for
 * a later one, and for a page that only reloads.
 */
export function refreshTarget(refresh: string): string | null {
  const [, seconds = "", quote = "", rest = ""] =
    /^\s*(\d*)(?:\.[\d.]*)?\s*[;,\s]\s*(?:url\s*=\s*)?(["']?)(.*)$/is.exec(refresh) ?? [];
  const to = (quote === "" ? rest : (rest.split(quote)[0] ?? "")).trim();
  return to === "" || Number(seconds) > WITHIN_S ? null : to;
}
