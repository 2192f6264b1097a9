/**
 * Every request to an address that a stranger chose. Answers are read in processes with bounds on heap, time
 * and raw bytes; this one only schedules, and gets small typed values.
 *
 *   address → payer's turn at the host → look up, check ─▶ outbound-process: pinned connection, TLS, HTTP, decoding
 *        ▲      redirect, cookies ◀───────────┘        │ body into a file
 *   links/details/page-reader-process: pages, oEmbed, robots.txt ◀─┴─▶ pictures/encode-process: pictures
 *
 * No credentials, no referrer; cookies for one reading only. Everything together has one deadline.
 */
import { randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { mkdir, rm } from "node:fs/promises";
import { STATUS_CODES } from "node:http";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Refusal } from "@shelv/contract/refusal";
import { openQueue } from "#jobs/shared-queues";
import { Cookies } from "./cookies.ts";
import { orAborted, refusalOf } from "./hop-errors.ts";
import { HopProcess } from "./hop-process.ts";
import type { OutboundSettings } from "./outbound-settings.ts";
import { type LookUp, NameResolver, resolveTarget } from "./resolve-target.ts";

export const HTML_MAX_BYTES = 2 * 1024 * 1024;
export const PICTURE_MAX_BYTES = 10 * 1024 * 1024;
const DEADLINE_MS = 8000;
const REDIRECTS_AT_MOST = 20;
const ANY_LANGUAGE = "en, *;q=0.5";

export type OutboundOptions = {
  settings: OutboundSettings;
  dnsServers: readonly string[] | null;
  publicUrl: string | null;
  folder?: string;
  process?: HopProcess;
  lookUp?: LookUp;
  deadlineMs?: number;
};

export type Wanted = {
  payer: string;
  method?: "GET" | "HEAD";
  accept: string;
  /** `Accept-Language`. */
  language?: string | undefined;
  /** After decompression; a longer body is cut. 0: no body. */
  maxBytes: number;
  signal?: AbortSignal;
  /** Of one reading, which may be several fetches. */
  cookies?: Cookies;
};

/** Removed when it is disposed of. Its reader is another process. */
type StrangersFile = { path: string; bytes: number; sha256: string };

/** `url`: the last address; `via`: those before it. The rest is as in `HopAnswer`. */
export type Fetched = AsyncDisposable & {
  url: URL;
  via: string[];
  status: number;
  contentType: string;
  refresh: string;
  isChallenge: boolean;
  file: StrangersFile;
  isCut: boolean;
};

export class Outbound {
  readonly #options: OutboundOptions;
  readonly #resolver: NameResolver;
  readonly #lookUp: LookUp;
  readonly #queue = openQueue("outbound");
  readonly #userAgent: string;
  readonly #closing = new AbortController();
  readonly #process: HopProcess;
  readonly #folder: string;

  constructor(options: OutboundOptions) {
    this.#options = options;
    this.#process = options.process ?? new HopProcess();
    // A crash may have left files.
    if (options.folder !== undefined) rmSync(options.folder, { recursive: true, force: true });
    this.#folder = options.folder ?? mkdtempSync(join(tmpdir(), "shelv-outbound-"));
    this.#resolver = new NameResolver(options.dnsServers, options.settings.allowed);
    this.#lookUp = options.lookUp ?? this.#resolver.lookUp;
    this.#userAgent = `Mozilla/5.0 (compatible; Shelv/1.0${options.publicUrl === null ? "" : `; +${options.publicUrl}`})`;
  }

  get isOn(): boolean {
    return this.#options.settings.isOn;
  }

  /** Refusals since the stop say nothing about a site. */
  get isClosed(): boolean {
    return this.#closing.signal.aborted;
  }

  get robotName(): string {
    return "Shelv";
  }

  deadline(): AbortSignal {
    return AbortSignal.any([
      AbortSignal.timeout(this.#options.deadlineMs ?? DEADLINE_MS),
      this.#closing.signal,
    ]);
  }

  async fetch(address: string | URL, wanted: Wanted): Promise<Fetched> {
    if (!this.isOn) throw new Refusal("outbound-off");
    const signal = wanted.signal ?? this.deadline();
    const cookies = wanted.cookies ?? new Cookies();
    let url = withoutFragment(address);
    const via: string[] = [];
    for (let hops = 0; ; hops += 1) {
      const at = url;
      const answer = await this.#queue.run(() => this.#hop(at, { ...wanted, signal, cookies }), {
        payer: wanted.payer,
        key: at.origin,
        signal,
      });
      if (!("next" in answer)) return { ...answer, via };
      via.push(at.href);
      if (hops === REDIRECTS_AT_MOST) throw new Refusal("link-circles");
      url = answer.next;
    }
  }

  async #hop(
    url: URL,
    { method = "GET", accept, language = ANY_LANGUAGE, maxBytes, signal, cookies }: Asked,
  ): Promise<Omit<Fetched, "via"> | { next: URL }> {
    const { allowed, proxy } = this.#options.settings;
    try {
      signal.throwIfAborted();
      const looking = resolveTarget(url, allowed, this.#lookUp);
      const { host, port, addresses } = await orAborted(looking, signal);
      const cookie = cookies.headerFor(url);
      const headers = {
        "user-agent": this.#userAgent,
        accept,
        "accept-language": language,
        ...(cookie === null ? {} : { cookie }),
      };
      await mkdir(this.#folder, { recursive: true, mode: 0o700 });
      const path = join(this.#folder, randomUUID());
      const file = maxBytes === 0 ? null : path;
      const hop = { address: url.href, host, port, addresses, method, headers, proxy, maxBytes, file };
      const answer = await this.#process.run(hop, signal);
      cookies.take(url, answer.setCookies);
      if ("next" in answer) return { next: withoutFragment(answer.next) };
      const { setCookies: _, bytes, sha256, ...said } = answer;
      const dispose = () => rm(path, { force: true });
      return { ...said, url, file: { path, bytes, sha256 }, [Symbol.asyncDispose]: dispose };
    } catch (error) {
      throw refusalOf(error, signal);
    }
  }

  close(): void {
    this.#closing.abort(new Error("The server stops"));
    this.#resolver.close();
    if (!this.#options.process) this.#process.close();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

type Asked = Wanted & { signal: AbortSignal; cookies: Cookies };

function withoutFragment(address: string | URL): URL {
  if (!URL.canParse(String(address))) throw new Refusal("link-without-page");
  const url = new URL(address);
  url.hash = "";
  return url;
}

export function refusalOfStatus(status: number): Refusal | null {
  if (status >= 200 && status < 300) return null;
  if (status === 404 || status === 410) return new Refusal("link-not-found");
  if (status >= 500 && status !== 503) return new Refusal("link-unreachable");
  return new Refusal(STATUS_CODES[status] === undefined ? "link-unreachable" : "link-walled");
}
