import { decodePage } from "./charset.ts";
import { chooseDetails, type PageReading } from "./choose-details.ts";
import { pageFacts } from "./page-facts.ts";
import type { PageTask } from "./page-reader.ts";
import { pageTypeOf } from "./page-type.ts";

export function readPage({ bytes, contentType, address, asked }: PageTask): PageReading {
  const type = pageTypeOf(bytes, contentType) ?? { charset: null, isXml: false };
  return chooseDetails(pageFacts(decodePage(bytes, type), type), address, asked);
}
