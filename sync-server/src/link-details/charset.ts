/**
 * Finds the encoding of a page's bytes, in the order that browsers use, and forgives pages' mistakes as they
 * do.
 */

const BOMS: [string, number[]][] = [
  ["utf-8", [0xef, 0xbb, 0xbf]],
  ["utf-16le", [0xff, 0xfe]],
  ["utf-16be", [0xfe, 0xff]],
];
const LOOKED_AT_BYTES = 4096;

/** A page that claims UTF-8 and is not UTF-8 is read as what it claims next, or as Windows-1252. */
export function decodePage(bytes: Uint8Array, contentType: string): string {
  const bom = BOMS.find(([, mark]) => mark.every((byte, at) => bytes[at] === byte));
  if (bom) return decoderOf(bom[0]).decode(bytes);
  const start = new TextDecoder("latin1").decode(bytes.subarray(0, LOOKED_AT_BYTES));
  const claimed = [
    /charset\s*=\s*["']?([\w.:-]+)/i.exec(contentType)?.[1],
    // A page that is readable so far is not UTF-16.
    notWide(/<meta[^>]+charset\s*=\s*["']?\s*([\w.:-]+)/i.exec(start)?.[1]),
    notWide(/^<\?xml[^>]+encoding\s*=\s*["']([\w.:-]+)/i.exec(start)?.[1]),
    "utf-8",
  ].flatMap((name) => (name !== undefined && isKnown(name) ? [name.toLowerCase()] : []));
  const name = claimed.find((name) => !/^utf-?8$/.test(name) || isUtf8(bytes));
  return decoderOf(name ?? "windows-1252").decode(bytes);
}

const decoderOf = (name: string) => new TextDecoder(name);

const notWide = (name: string | undefined) => (name && /^utf-?16/i.test(name) ? "utf-8" : name);

function isKnown(name: string): boolean {
  try {
    return decoderOf(name).encoding !== "";
  } catch {
    return false;
  }
}

/** Whether bytes are UTF-8. Their end may be cut inside a character. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes, { stream: true });
    return true;
  } catch {
    return false;
  }
}
