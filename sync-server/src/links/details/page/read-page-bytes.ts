import { absoluteUrl } from "./absolute-url.ts";
import { decodePage } from "./charset.ts";
import { chooseDetails, type PageReading } from "./choose-details.ts";
import { pageFacts } from "./page-facts.ts";
import type { AnswerReading, PageTask } from "#links/details/page-reader";
import { type PageType, pageTypeOf } from "./page-type.ts";
import { refreshTarget } from "./refresh-target.ts";

type Bytes = Pick<PageTask, "contentType" | "address" | "asked"> & { bytes: Uint8Array };

export function readAnswer({ refresh, ...of }: Bytes & Pick<PageTask, "refresh">): AnswerReading {
  const type = pageTypeOf(of.bytes, of.contentType);
  const refreshTo = absoluteUrl(refreshTarget(refresh) ?? "", of.address);
  if (type?.kind !== "page") return { kind: type?.kind ?? null, refreshTo, reading: null };
  const reading = withUsualIcon(readAs(type, of), of.address);
  return { kind: "page", refreshTo: refreshTo ?? reading.refreshTo, reading };
}

export const readPage = (of: Bytes): PageReading =>
  readAs(pageTypeOf(of.bytes, of.contentType) ?? { charset: null, isXml: false }, of);

const readAs = (type: Pick<PageType, "charset" | "isXml">, { bytes, address, asked }: Bytes): PageReading =>
  chooseDetails(pageFacts(decodePage(bytes, type), type), address, asked);

/** A page that names no icon has the site's, as in browsers. */
function withUsualIcon(reading: PageReading, address: string): PageReading {
  if (reading.icons.length > 0) return reading;
  const icon = new URL("/favicon.ico", address).href;
  return { ...reading, icons: [icon], details: { ...reading.details, icon } };
}
