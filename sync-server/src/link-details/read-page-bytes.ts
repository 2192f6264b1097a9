import { decodePage } from "./charset.ts";
import { chooseDetails, type PageReading } from "./choose-details.ts";
import { pageFacts } from "./page-facts.ts";
import type { PageTask } from "./page-reader.ts";

export const readPage = ({ bytes, contentType, address }: PageTask): PageReading =>
  chooseDetails(pageFacts(decodePage(bytes, contentType)), address);
