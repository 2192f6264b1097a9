import { graphemesOf } from "@shelv/contract/values/graphemes";

export function truncate(text: string, maxLength: number): string {
  // Few code units are few characters: most texts need no segmenter.
  if (text.length <= maxLength) return text;
  let kept = "";
  let count = 0;
  for (const { segment } of graphemesOf(text)) {
    if (count === maxLength) return `${kept.trimEnd()}...`;
    kept += segment;
    count += 1;
  }
  return text;
}
