/**
 * A bucket in memory, behind the part of S3 that the server uses. It checks every signature (AWS Signature
 * Version 4) by Amazon's description, from what was received.
 */
import { createHash, createHmac } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const BUCKET = "pictures";
const REGION = "eu-test-1";
const KEYS = { AWS_ACCESS_KEY_ID: "AKIATEST", AWS_SECRET_ACCESS_KEY: "the tests' secret/+=" };
const SKEW_MAX_MS = 15 * 60_000;

type Right = "put" | "get" | "list" | "delete";
type Received = { method: string; url: URL; headers: IncomingMessage["headers"]; body: Buffer };
type Answer = { status: number; headers?: Record<string, string>; body?: Buffer | string };

export class S3TestServer {
  readonly objects = new Map<string, { bytes: Buffer; storedAtMs: number }>();
  readonly received: string[] = [];
  readonly denied = new Set<Right>();
  trouble: "nothing" | "slow down" | null = null;
  gate: Promise<void> | null = null;
  aheadMs = 0;
  knowsRanges = true;
  asked = 0;
  sentBytes = 0;
  readonly #server = createServer((request, response) => void this.#serve(request, response));

  static async start(): Promise<S3TestServer> {
    const server = await S3TestServer.listen();
    onTestFinished(() => server.stop());
    return server;
  }

  /** The caller stops it. */
  static async listen(): Promise<S3TestServer> {
    const server = new S3TestServer();
    await new Promise<void>((resolve) => void server.#server.listen(0, "127.0.0.1", resolve));
    return server;
  }

  env({ bucket = BUCKET, region = REGION } = {}): Record<string, string> {
    const endpoint = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
    return { MEDIA_URL: `s3://${bucket}?endpoint=${endpoint}&region=${region}`, ...KEYS };
  }

  ageObjects(): void {
    for (const object of this.objects.values()) object.storedAtMs -= 61 * 60_000;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise<void>((resolve) => void this.#server.close(() => resolve()));
  }

  get #nowMs(): number {
    return Date.now() + this.aheadMs;
  }

  async #serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const { method = "", headers } = request;
    const url = new URL(request.url ?? "", `http://${headers.host}`);
    this.asked += 1;
    if (this.trouble === "nothing") return void request.socket.destroy();
    await this.gate;
    const answer =
      this.trouble === "slow down"
        ? problem(503, "SlowDown")
        : this.#answer({ method, url, headers, body: Buffer.concat(chunks) });
    response.writeHead(answer.status, { ...answer.headers, Date: new Date(this.#nowMs).toUTCString() });
    response.end(method === "HEAD" ? undefined : answer.body);
  }

  #answer(received: Received): Answer {
    const refused = signatureProblem(received, this.#nowMs);
    if (refused) return refused;
    const { method, url } = received;
    const [, bucket, ...rest] = url.pathname.split("/");
    const key = rest.join("/");
    this.received.push(`${method} ${key}`);
    if (bucket !== BUCKET) return problem(404, "NoSuchBucket");
    const right = key === "" ? "list" : RIGHTS[method];
    if (right === undefined) return problem(405, "MethodNotAllowed");
    if (this.denied.has(right)) return problem(403, "AccessDenied");
    if (right === "list") return this.#list(url.searchParams);
    if (right === "put") return this.#put(key, received);
    if (right === "delete") {
      this.objects.delete(key);
      return { status: 204 };
    }
    const object = this.objects.get(key);
    return object ? this.#got(object.bytes, received) : problem(404, "NoSuchKey");
  }

  #got(bytes: Buffer, { headers: { range = "" } }: Received): Answer {
    const ETag = `"${sha256(bytes.subarray(0, 1000))}"`;
    const [, from, to] = (this.knowsRanges && /^bytes=(\d+)-(\d+)$/.exec(range)) || [];
    const body = from === undefined ? bytes : bytes.subarray(Number(from), Number(to) + 1);
    this.sentBytes += body.byteLength;
    const headers = { "Content-Length": String(body.byteLength), ETag };
    if (from === undefined) return { status: 200, headers, body };
    const last = Number(from) + body.byteLength - 1;
    const contentRange = `bytes ${from}-${last}/${bytes.byteLength}`;
    return { status: 206, headers: { ...headers, "Content-Range": contentRange }, body };
  }

  #put(key: string, { headers, body }: Received): Answer {
    if (headers["content-length"] === undefined) return problem(411, "MissingContentLength");
    this.objects.set(key, { bytes: body, storedAtMs: this.#nowMs });
    return { status: 200 };
  }

  #list(query: URLSearchParams): Answer {
    if (query.get("list-type") !== "2") return problem(400, "InvalidArgument");
    const [prefix, after] = [query.get("prefix") ?? "", query.get("start-after") ?? ""];
    const found = [...this.objects.keys()]
      .filter((key) => key.startsWith(prefix) && key > after)
      .toSorted((a, b) => (a < b ? -1 : 1));
    const listed = found.slice(0, Math.min(10, Number(query.get("max-keys"))));
    const contents = listed.map((key) => {
      const { bytes, storedAtMs } = this.objects.get(key) ?? { bytes: Buffer.alloc(0), storedAtMs: 0 };
      return `<Contents><Key>${key}</Key><LastModified>${new Date(storedAtMs).toISOString()}</LastModified><Size>${bytes.byteLength}</Size></Contents>`;
    });
    return {
      status: 200,
      body: `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult><Name>${BUCKET}</Name><IsTruncated>${listed.length < found.length}</IsTruncated>${contents.join("")}</ListBucketResult>`,
    };
  }
}

const RIGHTS: Record<string, Right> = { PUT: "put", GET: "get", HEAD: "get", DELETE: "delete" };

const problem = (status: number, code: string): Answer => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>of the test</Message></Error>`,
});

function signatureProblem(received: Received, nowMs: number): Answer | null {
  const { method, url, headers, body } = received;
  const [, accessKey, day = "", region = "", signedNames = "", signature] =
    /^AWS4-HMAC-SHA256 Credential=([^/]+)\/(\d{8})\/([^/]+)\/s3\/aws4_request, ?SignedHeaders=([\w;-]+), ?Signature=([\da-f]{64})$/.exec(
      headers.authorization ?? "",
    ) ?? [];
  const time = String(headers["x-amz-date"]);
  const [, year, month, date, hour, minute, second] =
    /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/.exec(time) ?? [];
  if (accessKey === undefined || year === undefined || !time.startsWith(day))
    return problem(403, "AccessDenied");
  if (accessKey !== KEYS.AWS_ACCESS_KEY_ID) return problem(403, "InvalidAccessKeyId");
  if (region !== REGION) return problem(400, "AuthorizationHeaderMalformed");
  const signedAtMs = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}Z`);
  if (Math.abs(signedAtMs - nowMs) > SKEW_MAX_MS) return problem(403, "RequestTimeTooSkewed");
  const names = signedNames.split(";");
  const needed = ["host", ...Object.keys(headers).filter((name) => name.startsWith("x-amz-"))];
  if (needed.some((name) => !names.includes(name))) return problem(403, "AccessDenied");
  const contentHash = String(headers["x-amz-content-sha256"]);
  const canonical = [
    method,
    url.pathname,
    [...url.searchParams]
      .map((pair) => pair.map(strictlyEncoded).join("="))
      .toSorted()
      .join("&"),
    ...names.map((name) => `${name}:${String(headers[name]).trim().replaceAll(/\s+/g, " ")}`),
    "",
    signedNames,
    contentHash,
  ].join("\n");
  const scope = `${day}/${region}/s3/aws4_request`;
  const toSign = ["AWS4-HMAC-SHA256", time, scope, sha256(canonical)].join("\n");
  const key = [day, region, "s3", "aws4_request"].reduce<Buffer | string>(
    (key, part) => hmac(key, part),
    `AWS4${KEYS.AWS_SECRET_ACCESS_KEY}`,
  );
  if (hmac(key, toSign).toString("hex") !== signature) return problem(403, "SignatureDoesNotMatch");
  const isWhole = method === "PUT" ? contentHash === sha256(body) : contentHash === "UNSIGNED-PAYLOAD";
  return isWhole ? null : problem(400, "XAmzContentSHA256Mismatch");
}

const sha256 = (data: Buffer | string) => createHash("sha256").update(data).digest("hex");
const hmac = (key: Buffer | string, data: string) => createHmac("sha256", key).update(data).digest();
const strictlyEncoded = (text: string) =>
  encodeURIComponent(text).replaceAll(
    /[!'()*]/g,
    (char) => `%${char.codePointAt(0)?.toString(16).toUpperCase()}`,
  );
