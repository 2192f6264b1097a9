/** Decodes a page's bytes as browsers do, mistakes included. */
import { TextDecoder } from "@exodus/bytes/encoding.js";
import sniffEncoding from "html-encoding-sniffer";
import { Parser } from "htmlparser2";
import type { PageType } from "./page-type.ts";

/**
 * The page's own claim counts, whatever single bytes say. A page is read as Windows-1252 if none of its
 * characters is UTF-8, or, without a claim, fewer than its faults.
 */
export function decodePage(bytes: Uint8Array, type: Pick<PageType, "charset" | "isXml">): string {
  const claimed = claimedEncoding(bytes, type);
  if (claimed !== "" && claimed !== "UTF-8") return decode(claimed, bytes);
  const text = decode("UTF-8", bytes);
  if (!text.includes(FAULT)) return text;
  const { characters, faults } = countBeyondAscii(text);
  const isUtf8 = claimed === "" ? characters > faults : characters > 0;
  return isUtf8 ? text : decode("windows-1252", bytes);
}

const FAULT = "\uFFFD";

/** `stream`: a page may be cut inside a character. */
const decode = (encoding: string, bytes: Uint8Array): string =>
  encoding === "replacement" ? "" : new TextDecoder(encoding).decode(bytes, { stream: true });

function claimedEncoding(bytes: Uint8Array, { charset, isXml }: Pick<PageType, "charset" | "isXml">): string {
  const options = { transportLayerEncodingLabel: charset ?? undefined };
  if (isXml) return sniffEncoding(bytes, { ...options, xml: true });
  return (
    sniffEncoding(bytes, { ...options, maxPrescanBytes: 0, defaultEncoding: "" }) || encodingInHead(bytes)
  );
}

/** As in Chromium: the whole head counts, however long it is, and at least the first 1024 bytes. */
const LOOKED_AT_BYTES = 1024;
const HEAD_ELEMENTS = new Set([
  "html",
  "head",
  "meta",
  "title",
  "script",
  "style",
  "noscript",
  "link",
  "object",
  "base",
]);

/** From the first `<meta>` that says one, outside comments and scripts; else empty. */
function encodingInHead(bytes: Uint8Array): string {
  let encoding = "";
  let isInHead = true;
  const stopIfDone = (name = "head") => {
    if (!HEAD_ELEMENTS.has(name)) isInHead = false;
    if (encoding !== "" || (!isInHead && parser.endIndex >= LOOKED_AT_BYTES)) parser.pause();
  };
  const parser = new Parser({
    onopentag(name) {
      if (name === "meta")
        encoding = sniffEncoding(bytes.subarray(parser.startIndex, parser.endIndex + 1), {
          defaultEncoding: "",
        });
      stopIfDone(name);
    },
    onclosetag: (name) => stopIfDone(name === "head" ? "body" : name),
    ontext: () => stopIfDone(),
  });
  // One character for each byte: the positions are the same.
  parser.write(Buffer.from(bytes).toString("latin1"));
  return encoding;
}

function countBeyondAscii(text: string): { characters: number; faults: number } {
  let [characters, faults] = [0, 0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === FAULT.charCodeAt(0)) faults += 1;
    else if (code > 0x7f) characters += 1;
  }
  return { characters, faults };
}
