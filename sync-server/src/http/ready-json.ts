/**
 * A plain record of constant headers, which Node's server writes directly. Hono's Headers object, created for
 * two headers or an added one, costs more than the rest of a small answer.
 */
import type { Encoding } from "#public-page/chosen-encoding";
import type { Bytes } from "./read-body.ts";

export const JSON_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  Vary: "Accept-Encoding",
};

/** A property: a WeakSet would take a fortieth of a page's response time. */
const READY = Symbol("ready");
type Marked = Response & { [READY]?: true };

/** `encoding`: of the bytes. */
export type ReadyJson = (json: Bytes, encoding?: Encoding | null) => Response;

/** `always`: headers of every answer. */
export function readyJson(always: Record<string, string>): ReadyJson {
  const plain = { ...JSON_HEADERS, ...always };
  const headers = {
    br: { ...plain, "Content-Encoding": "br" },
    gzip: { ...plain, "Content-Encoding": "gzip" },
  };
  return (json, encoding = null) =>
    readyAnswer(json, { status: 200, headers: encoding === null ? plain : headers[encoding] });
}

/** Any content; `headers` must be complete. */
export function readyAnswer(
  body: Bytes | null,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  const response: Marked = new Response(body, { status, headers });
  response[READY] = true;
  return response;
}

/** Reading its headers would convert the record to an object. */
export const isReady = (response: Marked): boolean => response[READY] === true;
