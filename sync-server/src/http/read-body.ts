import { promisify } from "node:util";
import { gunzip } from "node:zlib";
import { getMultipartBoundary, MultipartParseError, parseMultipart } from "@remix-run/multipart-parser";
import { Refusal, WrongContentEncoding, WrongContentType } from "@shelv/contract/refusal";
import { JSON_MAX_BYTES, JSON_MAX_DEPTH } from "@shelv/contract/routes/route";
import { meterBytes } from "#database/row-meter";
import { mustBeReadable } from "./json/json-bounds.ts";

export type Bytes = Uint8Array<ArrayBuffer>;

/** The connection ended before the whole body arrived: not a bug. */
export class SenderGone extends Error {}

/** The body comes in so many chunks that they cost more than their bytes: the answer is the connection's end. */
export class TooManyChunks extends SenderGone {}

const FREE_CHUNKS = 1000;
const MEAN_CHUNK_MIN_BYTES = 64;

/** Refuses a too large body before it is buffered: the length may be missing or wrong. */
export async function readBytes(request: Request, maxBytes = JSON_MAX_BYTES): Promise<Bytes> {
  const length = request.headers.get("Content-Length");
  if (Number(length ?? 0) > maxBytes) throw new Refusal("too-large");
  // Node accepts no more than the declared length, and reads it several times faster than a stream.
  const bytes =
    length === null
      ? await joined(readStream(request, maxBytes))
      : new Uint8Array(await request.arrayBuffer().catch(senderGone));
  if (bytes.byteLength > maxBytes) throw new Refusal("too-large");
  meterBytes(bytes.byteLength);
  return bytes;
}

async function joined(pieces: AsyncIterable<Uint8Array>): Promise<Bytes> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of pieces) {
    length += chunk.byteLength;
    chunks.push(chunk);
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    all.set(chunk, at);
    at += chunk.byteLength;
  }
  return all;
}

export async function* readStream(request: Request, maxBytes = JSON_MAX_BYTES): AsyncGenerator<Uint8Array> {
  if (Number(request.headers.get("Content-Length") ?? 0) > maxBytes) throw new Refusal("too-large");
  const reader = request.body?.getReader();
  let [length, chunks] = [0, 0];
  try {
    for (;;) {
      const { value } = (await reader?.read().catch(senderGone)) ?? {};
      if (!value) return;
      length += value.byteLength;
      chunks += 1;
      if (length > maxBytes) throw new Refusal("too-large");
      if (chunks > FREE_CHUNKS + length / MEAN_CHUNK_MIN_BYTES)
        throw new TooManyChunks("A body in too many chunks");
      yield value;
    }
  } finally {
    await reader?.cancel().catch(() => {});
  }
}

function senderGone(cause: unknown): never {
  throw new SenderGone("The sender went away", { cause });
}

export type BodyBounds = { maxBytes?: number; maxDepth?: number; takesGzip?: boolean };

/** Must be an object: a list would pass as one with all fields missing. */
export async function readJson(
  request: Request,
  { maxBytes, maxDepth, takesGzip = false }: BodyBounds = {},
): Promise<object> {
  mustBe(request, "application/json");
  const bytes = await (takesGzip ? readUnzipped(request, maxBytes) : readBytes(request, maxBytes));
  return jsonObject(bytes, maxDepth);
}

const unzip = promisify(gunzip);

/** The limit is for received and for decompressed bytes. */
async function readUnzipped(request: Request, maxBytes = JSON_MAX_BYTES): Promise<Bytes> {
  const encoding = request.headers.get("Content-Encoding")?.trim().toLowerCase() ?? "identity";
  if (encoding !== "gzip" && encoding !== "identity") throw new WrongContentEncoding();
  const sent = await readBytes(request, maxBytes);
  if (encoding === "identity") return sent;
  const bytes = await unzip(sent, { maxOutputLength: maxBytes }).catch((error: unknown) => {
    if ((error as NodeJS.ErrnoException).code === "ERR_BUFFER_TOO_LARGE") throw new Refusal("too-large");
    throw new Refusal("invalid", [{ path: "", message: "This is not gzip" }]);
  });
  meterBytes(bytes.byteLength);
  return new Uint8Array(bytes);
}

/**
 * From a closing page. `navigator.sendBeacon` sends text as text/plain; a link's `ping` has only an address,
 * with its data in the query.
 */
export async function readBeacon(request: Request, { maxBytes }: BodyBounds = {}): Promise<object> {
  const type = mustBe(request, "application/json", "text/plain", "text/ping");
  const bytes = await readBytes(request, maxBytes);
  return type === "text/ping" ? Object.fromEntries(new URL(request.url).searchParams) : jsonObject(bytes);
}

function jsonObject(bytes: Bytes, maxDepth = JSON_MAX_DEPTH): object {
  mustBeReadable(bytes, maxDepth);
  const value = parseJson(bytes);
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new Refusal("invalid", [{ path: "", message: "This is not a JSON object" }]);
}

function parseJson(bytes: Bytes): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes));
  } catch {
    throw new Refusal("invalid", [{ path: "", message: "This is not JSON" }]);
  }
}

export async function readForm(
  request: Request,
  { maxBytes }: BodyBounds = {},
): Promise<Record<string, string>> {
  mustBe(request, "application/x-www-form-urlencoded");
  return Object.fromEntries(
    new URLSearchParams(new TextDecoder().decode(await readBytes(request, maxBytes))),
  );
}

/** Node's own `formData` takes seconds for a form of many parts, or with long headers. */
const FORM_BOUNDS = { maxParts: 100, maxHeaderSize: 4096 };
/** RFC 2046. The search for a longer one may take seconds. */
const BOUNDARY_MAX_LENGTH = 70;

/** Text fields, the last of each name, and non-empty files. */
export async function readMultipart(request: Request, maxBytes = JSON_MAX_BYTES) {
  mustBe(request, "multipart/form-data");
  const boundary = getMultipartBoundary(request.headers.get("Content-Type") ?? "") ?? "";
  const bytes = await readBytes(request, maxBytes);
  const fields: Record<string, string> = {};
  const files = new Map<string, Bytes>();
  try {
    if (boundary.length > BOUNDARY_MAX_LENGTH) throw new MultipartParseError("A long boundary");
    if (bytes.length === 0) throw new MultipartParseError("Nothing");
    for (const part of parseMultipart(bytes, { ...FORM_BOUNDS, boundary, maxFileSize: maxBytes })) {
      const { name = "", isFile, size } = part;
      if (!isFile) fields[name] = part.text;
      else if (size > 0) files.set(name, new Uint8Array(part.bytes));
    }
  } catch {
    throw new Refusal("invalid", [{ path: "", message: "This is not a form" }]);
  }
  return { fields, files };
}

function mustBe(request: Request, ...types: string[]): string {
  const said = request.headers.get("Content-Type")?.split(";")[0]?.trim().toLowerCase();
  const type = types.find((type) => type === said);
  if (type === undefined) throw new WrongContentType(types);
  return type;
}
