import type * as v from "valibot";
import type { RefusalCode } from "#refusal";

/**
 * Names the account that a call is for: where another one is signed in, nothing is done and nothing told, so that a swapped cookie
 * never mixes two accounts.
 */
export const USER_HEADER = "X-User";

/** Who may call: anyone, someone signed in (even before they have a username), or an owner. */
export type Access = "anyone" | "signed-in" | "owner";

/**
 * A call as both sides promise it. `path` names its parameters with a colon, as Hono does. `answer` is the body of a
 * success; a route without one answers 204 (or something that is not JSON).
 */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  path: `/${string}`;
  /** What it does, in one line, for whoever reads the API's description. */
  summary: string;
  access: Access;
  /** Where a call that does not say whom it is for (`USER_HEADER`) is refused as one for somebody else. */
  mustNameUser?: boolean;
  /** The refusals of its own, beside those that follow from what it is (`expectedRefusals`). */
  refuses?: readonly RefusalCode[];
  params?: v.GenericSchema;
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  /**
   * How the body travels; JSON unless it carries files. A beacon is JSON under whatever type a leaving page can send, a
   * stream bytes that are too many to hold.
   */
  encoding?: "json" | "form" | "multipart" | "bytes" | "beacon" | "stream";
  /** The field of a multipart body that may carry a picture. */
  pictureField?: string;
  maxBytes?: number;
  /** How deep a JSON body may be nested; `JSON_MAX_DEPTH` where it is left out. */
  maxDepth?: number;
  /** What a success is where it is neither JSON nor nothing. */
  answerType?: string;
  answer?: v.GenericSchema;
};

export const JSON_MAX_BYTES = 64 * 1024;
export const JSON_MAX_DEPTH = 8;

/** Of every route that takes a picture. */
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
