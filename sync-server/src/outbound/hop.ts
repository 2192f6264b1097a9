import { createHash } from "node:crypto";
import { open, rm } from "node:fs/promises";
import { type IncomingHttpHeaders, type IncomingMessage, request } from "node:http";
import type { Socket } from "node:net";
import { Refusal } from "@shelv/contract/refusal";
import { connectPinned } from "./connect-pinned.ts";
import { ACCEPTED_ENCODINGS } from "./content-decoder.ts";
import { type SetCookie, setCookiesOf } from "./cookies.ts";
import { orAborted, refusalOf } from "./hop-errors.ts";
import { readBounded } from "./read-bounded.ts";
import type { Target } from "./resolve-target.ts";

/** `file`: the path of a new file for the body, or null. */
export type Hop = Omit<Target, "url"> & {
  address: string;
  method: "GET" | "HEAD";
  headers: Record<string, string>;
  proxy: string | null;
  maxBytes: number;
  file: string | null;
};

/**
 * `next`: where a redirect leads. `refresh`: the header. `isChallenge`: a gateway answers in the site's place.
 * `isCut`: the body is longer than was read.
 */
export type HopAnswer = { setCookies: SetCookie[] } & (
  | { next: string }
  | {
      status: number;
      contentType: string;
      refresh: string;
      isChallenge: boolean;
      bytes: number;
      sha256: string;
      isCut: boolean;
    }
);

const HEADERS_MAX_BYTES = 16 * 1024;
/** Besides twice the body. */
const FRAMING_MAX_BYTES = 256 * 1024;
const TEXT_MAX_CHARACTERS = 2048;
const WATCHED_EVERY_MS = 50;
/** Answers 1xx before the real one. */
const INTERIM_AT_MOST = 50;

export async function runHop(hop: Hop, signal: AbortSignal): Promise<HopAnswer> {
  try {
    return await ask(hop, signal);
  } catch (error) {
    throw refusalOf(error, signal);
  }
}

async function ask(hop: Hop, signal: AbortSignal): Promise<HopAnswer> {
  const { address, method, headers: sent, proxy, maxBytes } = hop;
  const url = new URL(address);
  const { socket, raw } = await connectPinned({ ...hop, url }, { proxy, signal });
  const watching = destroyWhenOver(raw, 2 * maxBytes + FRAMING_MAX_BYTES);
  try {
    const answer = await requestOn(socket, url, {
      method,
      headers: { ...sent, "accept-encoding": ACCEPTED_ENCODINGS },
      signal,
    });
    const { statusCode: status = 0, headers } = answer;
    const setCookies = setCookiesOf(headers["set-cookie"] ?? []);
    const next = redirectOf(status, headers.location ?? "", url);
    if (next !== null) return { next, setCookies };
    const encoding = method === "HEAD" ? "" : (headers["content-encoding"] ?? "");
    const read = await orAborted(store(answer, encoding, hop), signal);
    return { status, ...saidBy(headers), setCookies, ...read };
  } finally {
    clearInterval(watching);
    socket.destroy();
  }
}

/** Gateways' headers that ask visitors for a proof in place of the site's page. */
const CHALLENGES = ["cf-mitigated", "x-vercel-mitigated", "x-amzn-waf-action"];

const saidBy = (headers: IncomingHttpHeaders) => ({
  contentType: (headers["content-type"] ?? "").slice(0, TEXT_MAX_CHARACTERS),
  refresh: String(headers["refresh"] ?? "").slice(0, TEXT_MAX_CHARACTERS),
  isChallenge: CHALLENGES.some((name) => headers[name] !== undefined),
});

async function store(body: IncomingMessage, encoding: string, { file, maxBytes }: Hop) {
  const hash = createHash("sha256");
  const output = file === null ? null : await open(file, "wx", 0o600);
  let bytes = 0;
  try {
    const take = async (piece: Buffer) => {
      bytes += piece.length;
      hash.update(piece);
      await output?.writeFile(piece);
    };
    const read = await readBounded(body, { encoding, maxBytes, take });
    if (read === null) throw new Refusal("link-unreadable");
    await output?.close();
    return { ...read, bytes, sha256: hash.digest("hex") };
  } catch (error) {
    await output?.close();
    if (file !== null) await rm(file, { force: true });
    throw error;
  }
}

/** Ends a connection whose raw bytes exceed a limit: heads, chunk sizes and TLS records count too. */
function destroyWhenOver(raw: Socket, maxBytes: number): NodeJS.Timeout {
  const watch = () => raw.bytesRead > maxBytes && raw.destroy(new Error("Too many bytes"));
  return setInterval(watch, WATCHED_EVERY_MS);
}

type Sent = { method: string; headers: Record<string, string>; signal: AbortSignal };

function requestOn(socket: Socket, url: URL, options: Sent): Promise<IncomingMessage> {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  const asked = request({
    ...options,
    host: url.hostname,
    path: url.pathname + url.search,
    headers: { ...options.headers, host: url.host },
    createConnection: () => socket,
    maxHeaderSize: HEADERS_MAX_BYTES,
  });
  asked.once("response", resolve);
  let interim = 0;
  asked.on("information", () => {
    interim += 1;
    if (interim > INTERIM_AT_MOST) asked.destroy(new Error("The site announces an answer without end"));
  });
  asked.once("upgrade", () => reject(new Error("The site wants to speak another protocol")));
  // It may be the error of a broken body, which its reader has noticed.
  asked.on("error", reject);
  asked.end();
  return promise;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function redirectOf(status: number, location: string, from: URL): string | null {
  if (!REDIRECTS.has(status) || location === "") return null;
  const text = Buffer.from(location, "latin1").toString();
  const to = text.includes("\uFFFD") ? location : text;
  if (!URL.canParse(to, from.href)) throw new Refusal("link-unreadable");
  return new URL(to, from).href;
}
