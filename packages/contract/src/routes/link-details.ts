import * as v from "valibot";
import { linkDetails, linkPictureAnswer, linkPictureRequest } from "#links/link-details";
import { linkUrl } from "#values/link-url";
import type { RefusalCode } from "#refusal";
import { route, UPLOAD_REFUSALS } from "./route.ts";

const LINK_REFUSALS = [
  "outbound-off",
  "link-without-page",
  "link-inside",
  "link-unusual",
  "link-walled",
  "link-not-found",
  "link-unreachable",
  "link-too-slow",
  "link-too-large",
  "link-circles",
  "link-insecure",
  "link-silent",
  "link-unreadable",
  "too-many",
  "busy",
] as const satisfies RefusalCode[];

export const linkDetailsRoutes = {
  /** A picture's address answers itself as `imageUrl`, a PDF its name as `title`. */
  read: route({
    method: "POST",
    path: "/api/link-details",
    summary: "What the page at an address says of itself",
    refuses: LINK_REFUSALS,
    access: "owner",
    waitsForOthers: true,
    body: v.object({ url: linkUrl }),
    answer: linkDetails,
  }),
  takePicture: route({
    method: "POST",
    path: "/api/link-details/picture",
    summary:
      "Stores a page's picture, or its icon on a card in the site's colour, for one of the owner's items",
    refuses: [...new Set([...LINK_REFUSALS, ...UPLOAD_REFUSALS])],
    access: "owner",
    waitsForOthers: true,
    body: linkPictureRequest,
    answer: linkPictureAnswer,
  }),
};
