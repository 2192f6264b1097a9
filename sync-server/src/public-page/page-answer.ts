import { isKnownTag } from "#http/entity-tag";
import { readyAnswer } from "#http/ready-json";
import { chosenEncoding, type Encoding } from "./chosen-encoding.ts";
import { bytesIn, type ReadyPage } from "./ready-page.ts";

/**
 * A browser asks each time and mostly hears "unchanged"; whoever stands between may answer for ten seconds, and a CDN for a
 * minute more while it asks. That is said to CDNs alone (RFC 9213): browsers would heed it in Cache-Control, and owners would
 * not see what they have just changed.
 */
export const CACHING = {
  "Cache-Control": "public, max-age=0, must-revalidate, s-maxage=10",
  "CDN-Cache-Control": "public, max-age=10, stale-while-revalidate=60",
};

export const PAGE_HEADERS = {
  "Content-Type": "text/html; charset=utf-8",
  "X-Content-Type-Options": "nosniff",
  "Referrer-Policy": "strict-origin-when-cross-origin",
  Vary: "Accept-Encoding",
};

type Asked = { acceptEncoding: string | undefined; ifNoneMatch: string | undefined };
type Form = { etag: string; headers: Record<string, string> };

export type PageAnswer = (page: ReadyPage, asked: Asked) => Response | Promise<Response>;

/**
 * A page as the browser takes it best, or that it has not changed. `always` is what every answer of this server carries. The
 * headers of a page are put together once: to do it for each answer would cost more than to send the page.
 */
export function pageAnswers(always: Record<string, string>): PageAnswer {
  const forms = new WeakMap<ReadyPage, Map<Encoding | null, Form>>();

  function formOf(page: ReadyPage, encoding: Encoding | null): Form {
    const ofPage = forms.get(page) ?? new Map<Encoding | null, Form>();
    forms.set(page, ofPage);
    const form = ofPage.get(encoding) ?? newForm(page, encoding);
    ofPage.set(encoding, form);
    return form;
  }

  function newForm({ hash, policy }: ReadyPage, encoding: Encoding | null): Form {
    const etag = `"${hash}${encoding === null ? "" : `-${encoding}`}"`;
    const headers = { ...always, ...PAGE_HEADERS, ...CACHING, "Content-Security-Policy": policy, ETag: etag };
    return { etag, headers: encoding === null ? headers : { ...headers, "Content-Encoding": encoding } };
  }

  return (page, { acceptEncoding, ifNoneMatch }) => {
    const encoding = chosenEncoding(acceptEncoding);
    const { etag, headers } = formOf(page, encoding);
    if (!isKnownTag(ifNoneMatch, etag)) {
      const bytes = bytesIn(page, encoding);
      const answer = (body: Awaited<typeof bytes>) => readyAnswer(body, { status: 200, headers });
      return bytes instanceof Promise ? bytes.then(answer) : answer(bytes);
    }
    const { "Content-Encoding": _, ...others } = headers;
    return readyAnswer(null, { status: 304, headers: others });
  };
}
