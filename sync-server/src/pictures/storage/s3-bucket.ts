/**
 * Signed requests to one bucket (AWS Signature Version 4). All are idempotent: network errors, 429 and 5xx
 * are retried within the request's time. What still fails is a `MediaGone` with a sentence for the operator.
 */
import { createHash } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { Refusal } from "@shelv/contract/refusal";
import { AwsClient } from "aws4fetch";
import { decodeXML } from "entities";
import { SERVER } from "#jobs/fair-queue";
import { openQueue } from "#jobs/shared-queues";
import type { BucketPlace } from "./media-settings.ts";
import { type Asker, MediaGone } from "./media-store.ts";

/** A visitor waits for a picture, a device for its upload. */
const ANSWER_WITHIN_MS = 5_000;
const UPLOAD_WITHIN_MS = 20_000;
const TRIES = 3;
const PAUSE_MS = 100;
/** The longest answer: stored objects, and a list of 1,000 names, have fewer bytes. */
const ANSWER_MAX_BYTES = 64 * 1024 * 1024;
const LISTED_AT_ONCE = 1000;

type Right = "write to" | "read from" | "list" | "delete from";
type Asked = {
  method: "GET" | "HEAD" | "PUT" | "DELETE";
  key: string;
  right: Right;
  query?: Record<string, string>;
  headers?: Record<string, string>;
  body?: Buffer;
  /** The server itself, unless a visitor asks. */
  by?: Asker;
  /** Goes on with what has been admitted. */
  isLaterPart?: boolean;
};

/** `from`, `size`: of the whole object. `version`: changes with the object. */
export type Part = { bytes: Buffer; from: number; size: number; version: string | null };

export type Listed = {
  objects: { key: string; bytes: number; storedAtMs: number }[];
  hasMore: boolean;
  /** The time of the answer by the store's clock, as `storedAtMs`. */
  nowMs: number;
};

export class S3Bucket {
  readonly #client: AwsClient;
  readonly #address: string;
  readonly #queue = openQueue("bucket");

  constructor({ bucket, endpoint, region, accessKeyId, secretAccessKey }: BucketPlace) {
    this.#client = new AwsClient({ accessKeyId, secretAccessKey, region, service: "s3" });
    this.#address = `${endpoint}/${bucket}`;
  }

  async put(key: string, body: Buffer): Promise<void> {
    const asked: Asked = { method: "PUT", key, right: "write to", body };
    await this.#ask(asked, async (answer) => {
      if (!answer.ok) throw await refusalOf(answer, asked);
      await answer.body?.cancel();
    });
  }

  async get(key: string): Promise<Buffer | null> {
    return (await this.#get({ key }))?.bytes ?? null;
  }

  async getPart(
    key: string,
    { from, maxBytes, ...by }: { from: number; maxBytes: number } & Asker,
  ): Promise<Part | null> {
    const headers = { Range: `bytes=${from}-${from + maxBytes - 1}` };
    return this.#get({ key, by, headers, isLaterPart: from > 0 });
  }

  async #get(of: Omit<Asked, "method" | "right">): Promise<Part | null> {
    const asked: Asked = { method: "GET", right: "read from", ...of };
    return this.#ask(asked, async (answer) => {
      if (answer.ok) return partOf(answer);
      const refusal = await refusalOf(answer, asked);
      if (refusal) throw refusal;
      return null;
    });
  }

  async sizeOf(key: string, by?: Asker): Promise<number | null> {
    const asked: Asked = { method: "HEAD", key, right: "read from", ...(by && { by }) };
    return this.#ask(asked, async (answer) => {
      if (answer.ok) return Number(answer.headers.get("Content-Length"));
      const refusal = await refusalOf(answer, asked);
      if (refusal) throw refusal;
      return null;
    });
  }

  async delete(key: string): Promise<void> {
    const asked: Asked = { method: "DELETE", key, right: "delete from" };
    await this.#ask(asked, async (answer) => {
      const refusal = answer.ok ? null : await refusalOf(answer, asked);
      if (refusal) throw refusal;
      await answer.body?.cancel();
    });
  }

  /** Lists up to 1,000 objects after a key, in the order of their keys' bytes. */
  async list(prefix: string, after: string): Promise<Listed> {
    const query = {
      "list-type": "2",
      prefix,
      "start-after": after,
      "max-keys": String(LISTED_AT_ONCE),
    };
    const asked: Asked = { method: "GET", key: "", right: "list", query };
    return this.#ask(asked, async (answer) => {
      if (!answer.ok) throw await refusalOf(answer, asked);
      const text = (await bytesOf(answer)).toString();
      if (!text.includes("<ListBucketResult")) throw noStore();
      return listedIn(text, Date.parse(answer.headers.get("Date") ?? "") || Date.now());
    });
  }

  /** With retries. `read`: throws a `MediaGone` for an answer that no retry changes. */
  async #ask<T>(asked: Asked, read: (answer: Response) => Promise<T>): Promise<T> {
    const { by, isLaterPart = false } = asked;
    const payer = by?.payer ?? SERVER;
    const left = by?.signal;
    const deadline = () => {
      const late = AbortSignal.timeout(asked.body ? UPLOAD_WITHIN_MS : ANSWER_WITHIN_MS);
      return left ? AbortSignal.any([late, left]) : late;
    };
    const isServers = payer === SERVER;
    // A job asks for many at once: each has its time from its turn on.
    const signal = isServers ? undefined : deadline();
    const turn = { payer, mayWait: isServers || isLaterPart, ...(signal && { signal }) };
    try {
      return await this.#queue.run(() => this.#askNow(asked, signal ?? deadline(), read), turn);
    } catch (error) {
      if (left?.aborted) throw new Refusal("busy");
      throw error instanceof Refusal && signal?.aborted ? gone(error) : error;
    }
  }

  async #askNow<T>(asked: Asked, signal: AbortSignal, read: (answer: Response) => Promise<T>): Promise<T> {
    for (let tries = 1; ; tries += 1) {
      try {
        const answer = await this.#send(asked, signal);
        if (answer.status < 500 && answer.status !== 429) return await read(answer);
        throw new Error(`${answer.status} ${(await bytesOf(answer)).toString().slice(0, 500)}`);
      } catch (cause) {
        if (cause instanceof MediaGone) throw cause;
        if (tries === TRIES || signal.aborted) throw gone(cause);
      }
      await sleep(Math.random() * PAUSE_MS * 2 ** tries);
    }
  }

  async #send({ method, key, query, headers, body }: Asked, signal: AbortSignal): Promise<Response> {
    const url = `${this.#address}${key && `/${key}`}${query ? `?${new URLSearchParams(query).toString()}` : ""}`;
    // A body in memory is sent with its length, and with a hash that the store checks.
    const content = body && {
      body: new Uint8Array(body),
      headers: { "X-Amz-Content-Sha256": createHash("sha256").update(body).digest("hex") },
    };
    const request = await this.#client.sign(url, {
      method,
      redirect: "manual",
      ...(headers && { headers }),
      ...content,
    });
    return fetch(request, { signal });
  }
}

/** A store that knows no ranges sends the whole object. */
async function partOf(answer: Response): Promise<Part> {
  const version = answer.headers.get("ETag");
  const bytes = await bytesOf(answer);
  if (answer.status !== 206) return { bytes, from: 0, size: bytes.byteLength, version };
  const [, from, size] = /^bytes (\d+)-\d+\/(\d+)$/.exec(answer.headers.get("Content-Range") ?? "") ?? [];
  if (from === undefined || size === undefined) throw noStore();
  return { bytes, from: Number(from), size: Number(size), version };
}

async function bytesOf(answer: Response): Promise<Buffer> {
  if (Number(answer.headers.get("Content-Length")) > ANSWER_MAX_BYTES) {
    await answer.body?.cancel();
    throw noStore();
  }
  return Buffer.from(await answer.arrayBuffer());
}

const gone = (cause: unknown) =>
  new MediaGone("The bucket of MEDIA_URL does not answer.", { isRefused: false, cause });

const refused = (sentence: string, cause?: unknown) => new MediaGone(sentence, { isRefused: true, cause });

const noStore = () => refused("At the endpoint of MEDIA_URL is no store that speaks S3.");

/** The operator's sentence for each error code of the store. */
const REFUSED: Record<string, string> = {
  NoSuchBucket: "The bucket of MEDIA_URL does not exist.",
  InvalidAccessKeyId: "The store of MEDIA_URL does not know AWS_ACCESS_KEY_ID.",
  SignatureDoesNotMatch: "AWS_SECRET_ACCESS_KEY does not belong to AWS_ACCESS_KEY_ID.",
  RequestTimeTooSkewed: "The clocks of this machine and of the store of MEDIA_URL differ too much.",
  AuthorizationHeaderMalformed: "The region of MEDIA_URL is not the bucket's.",
  PermanentRedirect: "The region of MEDIA_URL is not the bucket's.",
};

/** Turns an error answer into a sentence for the operator. Null if only the object is missing. */
async function refusalOf(answer: Response, { method, right }: Asked): Promise<MediaGone | null> {
  const text = (await bytesOf(answer)).toString();
  const code = /<Code>(\w+)<\/Code>/.exec(text)?.[1];
  // An answer to HEAD has no code; that of a missing object is the usual one.
  if (answer.status === 404 && (code === "NoSuchKey" || method === "HEAD")) return null;
  const cause = new Error(`${answer.status} ${text.slice(0, 500)}`);
  const known = code === undefined ? undefined : REFUSED[code];
  if (known !== undefined) return refused(known, cause);
  if (answer.status >= 300 && answer.status < 400) return refused(REFUSED.PermanentRedirect ?? "", cause);
  if (answer.status === 403) return refused(`The keys of MEDIA_URL may not ${right} the bucket.`, cause);
  if (code === undefined && method !== "HEAD") return noStore();
  return refused(`The bucket of MEDIA_URL refuses with ${answer.status} ${code ?? ""}.`, cause);
}

function listedIn(xml: string, nowMs: number): Listed {
  const objects = [...xml.matchAll(/<Contents>(.*?)<\/Contents>/gs)].map(([, content = ""]) => ({
    key: decodeXML(textIn(content, "Key")),
    bytes: Number(textIn(content, "Size")),
    storedAtMs: Date.parse(textIn(content, "LastModified")),
  }));
  return { objects, hasMore: textIn(xml, "IsTruncated") === "true" && objects.length > 0, nowMs };
}

const textIn = (xml: string, name: string): string =>
  new RegExp(`<${name}>(.*?)</${name}>`, "s").exec(xml)?.[1] ?? "";
