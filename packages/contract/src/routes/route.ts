import * as v from "valibot";
import type { RefusalCode } from "#refusal";

/**
 * The account that a call is for. If another one is signed in, the call is refused and reveals nothing, so
 * that a swapped cookie never mixes two accounts.
 */
export const USER_HEADER = "X-User";

/** Who may call: anyone, a signed-in user (even without a username), or an owner. */
export type Access = "anyone" | "signed-in" | "owner";

/**
 * One call of the API. `path` has parameters with a colon, as in Hono. `answer` is the body of a success; a
 * route without one answers 204 (or something that is not JSON).
 */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  path: `/${string}`;
  /** One line for the API's description. */
  summary: string;
  access: Access;
  /** Refuses a call without `USER_HEADER`, as if it were for another account. */
  mustNameUser?: boolean;
  /** Its own refusals, besides those that `expectedRefusals` derives. */
  refuses?: readonly RefusalCode[];
  params?: v.GenericSchema;
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  /**
   * How the body is encoded; JSON unless it has files. A beacon is JSON under any content type that a closing
   * page can send; a stream is too large to buffer.
   */
  encoding?: "json" | "form" | "multipart" | "bytes" | "beacon" | "stream";
  /** The field of a multipart body that may contain a picture. */
  pictureField?: string;
  maxBytes?: number;
  /** How deep a JSON body may be nested; default `JSON_MAX_DEPTH`. */
  maxDepth?: number;
  /** Whether a JSON body may come with `Content-Encoding: gzip`; `maxBytes` bounds it before and after decompression. */
  takesGzip?: boolean;
  /** The content type of a success that is neither JSON nor empty. */
  answerType?: string;
  answer?: v.GenericSchema;
};

export const JSON_MAX_BYTES = 64 * 1024;
export const JSON_MAX_DEPTH = 8;

/** Of every route that accepts a picture. */
export const UPLOAD_REFUSALS = [
  "picture-missing",
  "picture-too-many-pixels",
  "picture-too-heavy",
  "wrong-media-type",
  "storage-full",
  "too-many",
  "busy",
] as const satisfies RefusalCode[];

export const route = <const R extends Route>(definition: R): R => definition;

/** A form's text field that contains JSON. */
export const jsonField = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.string(), v.parseJson(undefined, "This is not JSON"), schema);
