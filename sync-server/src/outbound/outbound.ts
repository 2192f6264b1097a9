/**
 * Every request to an address that a stranger chose goes through here.
 *
 *   address → payer's turn at the host → look up, check, pin → request → redirect? checked like the first → bounded body
 *
 * A host gets one request at a time, and payers take turns. No cookies, no credentials, no referrer. Everything together has one
 * deadline.
 */
import { type IncomingHttpHeaders, type IncomingMessage, request, STATUS_CODES } from "node:http";
import type { Socket } from "node:net";
import { Refusal } from "@shelv/contract/refusal";
import { openQueue } from "#queues/shared-queues";
import { connectPinned } from "./connect-pinned.ts";
import type { OutboundSettings } from "./outbound-settings.ts";
import { ACCEPTED_ENCODINGS } from "./content-decoder.ts";
import { readBounded } from "./read-bounded.ts";
import { type LookUp, NameResolver, resolveTarget, type Target } from "./resolve-target.ts";

export const HTML_MAX_BYTES = 2 * 1024 * 1024;
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
const DEADLINE_MS = 8000;
const REDIRECTS_AT_MOST = 4;
const HEADERS_MAX_BYTES = 16 * 1024;
/** What a connection may transfer besides twice the body. */
const FRAMING_MAX_BYTES = 256 * 1024;
const WATCHED_EVERY_MS = 50;
/** Answers 1xx before the real one. */
const INTERIM_AT_MOST = 50;

export type OutboundOptions = {
  settings: OutboundSettings;
  dnsServers: readonly string[] | null;
  /** The server's own URL, for the user agent. */
  publicUrl: string | null;
  lookUp?: LookUp;
  deadlineMs?: number;
};

export type Wanted = {
  /** The account that the request is for. */
  payer: string;
  method?: "GET" | "HEAD";
  accept: string;
  /** The most bytes of the body after decompression; a longer one is cut. */
  maxBytes: number;
  signal?: AbortSignal;
};

/**
 * An answer. `url`: the last address; `via`: those before it. `refresh`: as the header says it. `isChallenge`: a
 * gateway answers in the site's place. `isCut`: the body is longer than was read.
 */
export type Fetched = {
  url: URL;
  via: string[];
  status: number;
  contentType: string;
  refresh: string;
  isChallenge: boolean;
  bytes: Buffer;
  isCut: boolean;
};

/** Fetches from addresses that strangers chose. Several fetches of one request can share a deadline. */
export class Outbound {
  readonly #options: OutboundOptions;
  readonly #resolver: NameResolver;
  readonly #lookUp: LookUp;
  readonly #queue = openQueue("outbound");
  readonly #userAgent: string;
  readonly #closing = new AbortController();

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#resolver = new NameResolver(options.dnsServers, options.settings.allowed);
    this.#lookUp = options.lookUp ?? this.#resolver.lookUp;
    this.#userAgent = `Mozilla/5.0 (compatible; Shelv/1.0${options.publicUrl === null ? "" : `; +${options.publicUrl}`})`;
  }

  get isOn(): boolean {
    return this.#options.settings.isOn;
  }

  /** Whether the server stops. Refusals since then say nothing about a site. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  /** The name of this server in `robots.txt`. */
  get robotName(): string {
    return "Shelv";
  }

  deadline(): AbortSignal {
    return AbortSignal.any([
      AbortSignal.timeout(this.#options.deadlineMs ?? DEADLINE_MS),
      this.#closing.signal,
    ]);
  }

  /** Fetches an answer of any status. Throws a refusal for everything that is not an answer. */
  async fetch(address: string | URL, wanted: Wanted): Promise<Fetched> {
    if (!this.isOn) throw new Refusal("outbound-off");
    const signal = wanted.signal ?? this.deadline();
    let url = withoutFragment(address);
    const via: string[] = [];
    for (let hops = 0; ; hops += 1) {
      const at = url;
      const answer = await this.#queue.run(() => this.#request(at, { ...wanted, signal }), {
        payer: wanted.payer,
        key: at.hostname,
        signal,
      });
      if (!("next" in answer)) return { ...answer, via };
      via.push(at.href);
      if (hops === REDIRECTS_AT_MOST) throw new Refusal("link-circles");
      url = answer.next;
    }
  }

  async #request(url: URL, wanted: Wanted & { signal: AbortSignal }): Promise<Answer | { next: URL }> {
    try {
      wanted.signal.throwIfAborted();
      const looking = resolveTarget(url, this.#options.settings.allowed, this.#lookUp);
      const target = await orAborted(looking, wanted.signal);
      return await this.#ask(target, wanted);
    } catch (error) {
      throw refusalOf(error, wanted.signal);
    }
  }

  /** Sends one request over a connection of its own. */
  async #ask(
    target: Target,
    { method = "GET", accept, maxBytes, signal }: Wanted & { signal: AbortSignal },
  ): Promise<Answer | { next: URL }> {
    const { url } = target;
    const { proxy } = this.#options.settings;
    const { socket, raw } = await connectPinned(target, { proxy, signal });
    const watching = destroyWhenOver(raw, 2 * maxBytes + FRAMING_MAX_BYTES);
    try {
      const answer = await requestOn(socket, url, {
        method,
        headers: {
          "user-agent": this.#userAgent,
          accept,
          "accept-language": "en, *;q=0.5",
          "accept-encoding": ACCEPTED_ENCODINGS,
        },
        signal,
      });
      const { statusCode: status = 0, headers } = answer;
      const next = redirectOf(status, headers.location ?? "", url);
      if (next) return { next };
      const encoding = method === "HEAD" ? "" : (headers["content-encoding"] ?? "");
      const read = await orAborted(readBounded(answer, encoding, maxBytes), signal);
      if (read === null) throw new Refusal("link-unreadable");
      return { url, status, ...saidBy(headers), ...read };
    } finally {
      clearInterval(watching);
      socket.destroy();
    }
  }

  /** Ends running requests. */
  close(): void {
    this.#closing.abort(new Error("The server stops"));
    this.#resolver.close();
  }
}

type Answer = Omit<Fetched, "via">;

/** Headers of gateways that ask visitors for a proof in place of the site's page. */
const CHALLENGES = ["cf-mitigated", "x-vercel-mitigated", "x-amzn-waf-action"];

const saidBy = (headers: IncomingHttpHeaders) => ({
  contentType: headers["content-type"] ?? "",
  refresh: String(headers["refresh"] ?? ""),
  isChallenge: CHALLENGES.some((name) => headers[name] !== undefined),
});

/** Ends a connection whose raw bytes exceed a limit: heads, chunk sizes and TLS records count too. */
function destroyWhenOver(raw: Socket, maxBytes: number): NodeJS.Timeout {
  const watch = () => raw.bytesRead > maxBytes && raw.destroy(new Error("Too many bytes"));
  return setInterval(watch, WATCHED_EVERY_MS);
}

type Sent = { method: string; headers: Record<string, string>; signal: AbortSignal };

/** The answer's head. Its body is read by the caller. */
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
  // The error may be that of a broken body, which its reader has noticed.
  asked.on("error", reject);
  asked.end();
  return promise;
}

function withoutFragment(address: string | URL): URL {
  if (!URL.canParse(String(address))) throw new Refusal("link-without-page");
  const url = new URL(address);
  url.hash = "";
  return url;
}

const REDIRECTS = new Set([301, 302, 303, 307, 308]);

function redirectOf(status: number, location: string, from: URL): URL | null {
  if (!REDIRECTS.has(status) || location === "") return null;
  // Headers arrive as Latin-1, and some servers send UTF-8 in them.
  const text = Buffer.from(location, "latin1").toString();
  const to = text.includes("\uFFFD") ? location : text;
  if (!URL.canParse(to, from.href)) throw new Refusal("link-unreadable");
  return withoutFragment(new URL(to, from));
}

async function orAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onAbort = () => reject(signal.reason as Error);
  signal.addEventListener("abort", onAbort, { once: true });
  // If the deadline wins, the work may fail later.
  work.catch(() => {});
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener("abort", onAbort);
  }
}

const CERTIFICATE =
  /^(?:ERR_TLS|ERR_SSL|CERT_|UNABLE_TO_|DEPTH_ZERO|SELF_SIGNED|EPROTO|HOSTNAME_MISMATCH|INVALID_CA|PATH_LENGTH)/;

function refusalOf(error: unknown, signal: AbortSignal): unknown {
  if (error instanceof Refusal) return error;
  if (signal.aborted) return new Refusal("link-too-slow");
  const { code = "" } = error as NodeJS.ErrnoException;
  if (CERTIFICATE.test(code)) return new Refusal("link-insecure");
  return new Refusal(/TIMEOUT|ETIMEDOUT/.test(code) ? "link-too-slow" : "link-unreachable");
}

/** Returns the refusal for the status of an answer that is not a page; null for one that may be. */
export function refusalOfStatus(status: number): Refusal | null {
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return new Refusal("link-not-found");
  if (status >= 500 && status !== 503) return new Refusal("link-unreachable");
  return new Refusal(STATUS_CODES[status] === undefined ? "link-unreachable" : "link-walled");
}
