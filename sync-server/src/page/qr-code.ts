import type { PrintedCode } from "@shelv/public-page/page.tsx";
import { LRUCache } from "lru-cache";
import { encode } from "uqr";

/**
 * More than cached pages: encoding takes as long as the rest of a small page, and an address rarely changes.
 */
const CODES_MAX = 1000;
const codes = new LRUCache<string, PrintedCode>({ max: CODES_MAX });

/** Error correction level M: readable with a seventh of the code covered or worn. */
export function qrCode(address: string): PrintedCode {
  const known = codes.get(address);
  if (known) return known;
  const { data, size } = encode(address, { ecc: "M", border: 0 });
  const code = { side: size, path: `M0 .5${data.map(strokesOf).join(`m-${size} 1`)}` };
  codes.set(address, code);
  return code;
}

/** From the row's left end to its right end. */
function strokesOf(row: readonly boolean[]): string {
  const ends = row.flatMap((isDark, at) => (row[at + 1] === isDark ? [] : [at + 1]));
  const strokes = ends.map((end, at) => {
    const length = end - (ends[at - 1] ?? 0);
    return row[end - 1] ? `h${length}` : `m${length} 0`;
  });
  return strokes.join("");
}
