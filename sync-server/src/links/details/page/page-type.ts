import { Parser } from "htmlparser2";
import { computedMIMEType, MIMEType } from "whatwg-mimetype";

/** `charset`: as the header says it. `isXml`: XHTML that browsers read as XML. */
export type PageType = { kind: "page" | "picture" | "document"; charset: string | null; isXml: boolean };

export function pageTypeOf(bytes: Uint8Array, contentType: string): PageType | null {
  const said = MIMEType.parse(contentType);
  const charset = said?.parameters.get("charset")?.replaceAll(/^['"\s]+|['"\s]+$/g, "") ?? null;
  const type = said && isTelling(said) ? said : computedMIMEType(bytes);
  if (type.isHTML() || type.essence === "application/vnd.wap.xhtml+xml")
    return { kind: "page", charset, isXml: false };
  if (type.isXML()) return rootOf(bytes) === "html" ? { kind: "page", charset, isXml: true } : null;
  if (type.type === "image") return { kind: "picture", charset: null, isXml: false };
  return type.essence === "application/pdf" ? { kind: "document", charset: null, isXml: false } : null;
}

/** Servers say "text/plain" and "application/octet-stream" of anything. */
const isTelling = (type: MIMEType) =>
  type.isHTML() || type.isXML() || type.type === "image" || type.essence === "application/pdf";

const LOOKED_AT_BYTES = 4096;

function rootOf(bytes: Uint8Array): string {
  let root = "";
  const parser = new Parser({ onopentagname: (name) => (root ||= name) }, { xmlMode: true });
  parser.write(new TextDecoder().decode(bytes.subarray(0, LOOKED_AT_BYTES)));
  return root.replace(/^.*:/, "").toLowerCase();
}
