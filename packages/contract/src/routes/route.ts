import * as v from "valibot";
import type { RefusalCode } from "#refusal";

/**
 * Names the account of a call. Another account's session is refused and learns nothing: a swapped cookie
 * never mixes accounts.
 */
export const USER_HEADER = "X-User";

/** "signed-in": even without a username. */
export type Access = "anyone" | "signed-in" | "owner";

/** `path`: parameters as in Hono (`:id`). `answer`: a success's body; without it 204 (or not JSON). */
export type Route = {
  method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE" | "HEAD";
  path: `/${string}`;
  summary: string;
  access: Access;
  /** The route itself checks `Authorization: Bearer`. */
  needsCaptureToken?: boolean;
  /** Whether a call without `USER_HEADER` is refused. */
  mustNameUser?: boolean;
  /** Besides those that `expectedRefusals` derives. */
  refuses?: readonly RefusalCode[];
  params?: v.GenericSchema;
  query?: v.GenericSchema;
  body?: v.GenericSchema;
  /**
   * The body is JSON unless it has files. A beacon is JSON under any content type that a closing page can
   * send; a stream is not buffered.
   */
  encoding?: "json" | "form" | "multipart" | "bytes" | "beacon" | "stream";
  /** The call waits for another site: it neither counts for the account's quota nor waits in its queue. */
  waitsForOthers?: boolean;
  pictureField?: string;
  maxBytes?: number;
  /** Default: `JSON_MAX_DEPTH`. */
  maxDepth?: number;
  /** Whether gzip is accepted; `maxBytes` bounds the body before and after decompression. */
  takesGzip?: boolean;
  answerType?: string;
  answer?: v.GenericSchema;
};

export const JSON_MAX_BYTES = 64 * 1024;
export const JSON_MAX_DEPTH = 8;

export const UPLOAD_REFUSALS = [
  "picture-missing",
  "picture-too-many-pixels",
  "picture-too-heavy",
  "wrong-media-type",
  "storage-full",
  "too-many",
  "busy",
] as const satisfies RefusalCode[];

// Bundles leave out unused routes.
/* @__NO_SIDE_EFFECTS__ */
export const route = <const R extends Route>(definition: R): R => definition;

export const jsonField = <S extends v.GenericSchema>(schema: S) =>
  v.pipe(v.string(), v.parseJson(undefined, "This is not JSON"), schema);

/** The body of every error, with a sentence for people. */
export const apiError = v.object({
  code: v.string(),
  message: v.string(),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});

export function expectedRefusals({
  method,
  access,
  params,
  query,
  body,
  encoding,
  refuses = [],
}: Route): RefusalCode[] {
  const hasBody = body !== undefined || encoding === "bytes" || encoding === "stream";
  const follow: [RefusalCode, boolean][] = [
    ["signed-out", access !== "anyone"],
    ["username-missing", access === "owner"],
    ["wrong-user", access !== "anyone"],
    ["wrong-origin", method !== "GET" && method !== "HEAD"],
    ["invalid", hasBody || params !== undefined || query !== undefined],
    ["too-large", hasBody],
    ["wrong-content-type", body !== undefined],
  ];
  return [...follow.filter(([, applies]) => applies).map(([code]) => code), ...refuses];
}
