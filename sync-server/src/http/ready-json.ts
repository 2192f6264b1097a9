/**
 * JSON answers with headers that never change, as the plain record that Node's server can write as it is. A Headers
 * object, which Hono makes as soon as two headers are set or one is added, costs more than the rest of a small answer.
 */
import type { Encoding } from "#public-page/chosen-encoding";
import type { Bytes } from "./read-body.ts";

export const JSON_HEADERS = {
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  Vary: "Accept-Encoding",
};

/** Stands on the answer itself: to put it into a weak set would take a fortieth of the time that a page is answered in. */
const READY = Symbol("ready");
type Marked = Response & { [READY]?: true };

/** `encoding` is what the bytes are compressed in. */
export type ReadyJson = (json: Bytes, encoding?: Encoding | null) => Response;

/** `always` is what every answer carries. */
export function readyJson(always: Record<string, string>): ReadyJson {
  const plain = { ...JSON_HEADERS, ...always };
  const headers = {
    br: { ...plain, "Content-Encoding": "br" },
    gzip: { ...plain, "Content-Encoding": "gzip" },
  };
  return (json, encoding = null) =>
    readyAnswer(json, { status: 200, headers: encoding === null ? plain : headers[encoding] });
}

/** The same of anything: the headers have to be all that there are. */
export function readyAnswer(
  body: Bytes | null,
  { status, headers }: { status: number; headers: Record<string, string> },
): Response {
  const response: Marked = new Response(body, { status, headers });
  response[READY] = true;
  return response;
}

/** Whether a response has all it needs. To look into its headers would turn the record into an object. */
export const isReady = (response: Marked): boolean => response[READY] === true;
