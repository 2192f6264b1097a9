import { isKnownTag } from "#http/entity-tag";
import { NO_TRANSFORM, readyAnswer } from "#http/json/ready-json";
import { chosenEncoding, type Encoding } from "#http/chosen-encoding";
import { bytesIn, type RenderedPage } from "./rendered-page.ts";

/**
 * Browsers revalidate and usually get a 304; shared caches may answer for ten seconds, a CDN for a minute
 * more while it revalidates. That is in CDN-Cache-Control only (RFC 9213): by Cache-Control, owners' browsers
 * would not show their own changes.
 */
export const CACHING = {
  "Cache-Control": `public, max-age=0, must-revalidate, s-maxage=10, ${NO_TRANSFORM}`,
  "CDN-Cache-Control": `public, max-age=10, stale-while-revalidate=60, ${NO_TRANSFORM}`,
};

/** For a CDN with PURGE_URL: it is notified of every change but the passing of time (page-purger.ts). */
const PURGED_S = 600;
const STALE_S = 60;
export const PURGED_COPY_MAX_S = PURGED_S + STALE_S;
const cdnFor = (maxAgeS: number) => ({
  ...CACHING,
  "CDN-Cache-Control": `public, max-age=${maxAgeS}, stale-while-revalidate=${STALE_S}, ${NO_TRANSFORM}`,
});
const PURGED = cdnFor(PURGED_S);
const PURGED_WITH_COUNTS = cdnFor(60);

const NOT_CACHED = { "Cache-Control": `no-store, ${NO_TRANSFORM}` };

export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  Vary: "Accept-Encoding",
};

type Asked = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined };
type Form = { etag: string; headers: Record<string, string> };

export type PageAnswer = (page: RenderedPage, asked: Asked) => Response;

/**
 * In the browser's best encoding, or a 304. `always`: headers of every answer. `isPurged`: a CDN is notified
 * of changes. Headers are built once per page: they cost more than sending it.
 */
export function pageAnswers(always: Record<string, string>, { isPurged }: { isPurged: boolean }): PageAnswer {
  const forms = new WeakMap<RenderedPage, Map<Encoding | null, Form>>();

  function formOf(page: RenderedPage, encoding: Encoding | null): Form {
    const ofPage = forms.get(page) ?? new Map<Encoding | null, Form>();
    forms.set(page, ofPage);
    const form = ofPage.get(encoding) ?? newForm(page, encoding);
    ofPage.set(encoding, form);
    return form;
  }

  function newForm(
    { hash, policy, validUntilMs, mayBeOutdated }: RenderedPage,
    encoding: Encoding | null,
  ): Form {
    const etag = `"${hash}${encoding === null ? "" : `-${encoding}`}"`;
    const purged = validUntilMs === null ? PURGED : PURGED_WITH_COUNTS;
    const caching = isPurged ? purged : CACHING;
    const usual = { ...always, ...PAGE_HEADERS, ...(mayBeOutdated ? NOT_CACHED : caching) };
    const headers = { ...usual, "Content-Security-Policy": policy, ETag: etag };
    return { etag, headers: encoding === null ? headers : { ...headers, "Content-Encoding": encoding } };
  }

  return (page, { acceptEncoding, ifNoneMatch }) => {
    const encoding = chosenEncoding(acceptEncoding);
    const { etag, headers } = formOf(page, encoding);
    if (!isKnownTag(ifNoneMatch, etag)) return readyAnswer(bytesIn(page, encoding), { status: 200, headers });
    const { "Content-Encoding": _, ...others } = headers;
    return readyAnswer(null, { status: 304, headers: others });
  };
}
