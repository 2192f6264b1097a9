export type Encoding = "br" | "gzip";

/** The best form that an Accept-Encoding header takes; null for the plain bytes. */
export function chosenEncoding(header: string | undefined): Encoding | null {
  const refused = new Set<string>();
  const taken = new Set<string>();
  for (const part of (header ?? "").toLowerCase().split(",")) {
    const [name = "", ...parameters] = part.split(";").map((text) => text.trim());
    const isRefused = parameters.some((parameter) => /^q=0(?:\.0*)?$/.test(parameter));
    (isRefused ? refused : taken).add(name);
  }
  const takes = (name: Encoding) => taken.has(name) || (taken.has("*") && !refused.has(name));
  if (takes("br")) return "br";
  return takes("gzip") ? "gzip" : null;
}
