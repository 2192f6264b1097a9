import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";

const CONNECTIONS = 20;
const ROUND_MS = 2000;

export type BenchRequest = {
  url: string;
  method?: "GET" | "POST" | "PUT";
  headers?: Record<string, string>;
  body?: string;
};

/** How many requests a second are answered, all of them with a success, over connections that stay open and have one request under way each. */
export async function requestsPerSecond(request: BenchRequest): Promise<number> {
  const bytes = bytesOf(request);
  return (await askFor(ROUND_MS, { url: request.url, connections: CONNECTIONS, nextBytes: () => bytes }))
    .perSecond;
}

/** How long each of the answers to a request was waited for, in ms, over that many connections with one under way each. */
export async function answerTimes(request: BenchRequest): Promise<number[]> {
  const bytes = bytesOf(request);
  return (await askFor(ROUND_MS, { url: request.url, connections: CONNECTIONS, nextBytes: () => bytes }))
    .timesMs;
}

/** The same of requests that differ, for so long, with how many were answered. */
export const askForMs = (
  ms: number,
  { url, connections, next }: { url: string; connections: number; next: () => BenchRequest },
) => askFor(ms, { url, connections, nextBytes: () => bytesOf(next()) });

type Asked = { url: string; connections: number; nextBytes: () => Buffer };

/**
 * Whoever asks must work less than whoever answers, or it measures itself: this reads of an answer only its status and its
 * length.
 */
async function askFor(
  ms: number,
  { url, connections, nextBytes }: Asked,
): Promise<{ answered: number; perSecond: number; timesMs: number[] }> {
  const asking = Array.from({ length: connections }, () => new Asking(url, nextBytes));
  const start = performance.now();
  await Promise.race([sleep(ms), ...asking.map(({ failed }) => failed)]);
  const seconds = (performance.now() - start) / 1000;
  for (const each of asking) each.stop();
  const answered = asking.reduce((sum, { answered }) => sum + answered, 0);
  return { answered, perSecond: answered / seconds, timesMs: asking.flatMap(({ timesMs }) => timesMs) };
}

class Asking {
  answered = 0;
  readonly timesMs: number[] = [];
  /** Never resolves; rejects at the first answer that is no success. */
  readonly failed: Promise<never>;
  readonly #socket: Socket;
  /** What has come of an answer whose head is not complete, and how much of a body is still to come. */
  #head: Buffer = Buffer.alloc(0);
  #toCome = 0;
  #askedAt = 0;

  constructor(url: string, nextBytes: () => Buffer) {
    const { hostname, port } = new URL(url);
    const ask = () => {
      this.#askedAt = performance.now();
      this.#socket.write(nextBytes());
    };
    this.#socket = connect({ host: hostname, port: Number(port), noDelay: true }, () => ask());
    this.failed = new Promise<never>((_, reject) => {
      this.#socket.on("error", reject);
      this.#socket.on("close", () => reject(new Error(`${url} closed the connection`)));
      this.#socket.on("data", (chunk) => {
        try {
          if (this.#isWhole(chunk)) ask();
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  stop(): void {
    this.failed.catch(() => {});
    this.#socket.destroy();
  }

  #isWhole(chunk: Buffer): boolean {
    if (this.#toCome > 0) this.#toCome -= chunk.length;
    else {
      this.#head = this.#head.length === 0 ? chunk : Buffer.concat([this.#head, chunk]);
      const end = this.#head.indexOf("\r\n\r\n");
      if (end === -1) return false;
      this.#toCome = bodyBytes(this.#head.toString("latin1", 0, end)) - (this.#head.length - end - 4);
      this.#head = Buffer.alloc(0);
    }
    if (this.#toCome > 0) return false;
    this.answered += 1;
    this.timesMs.push(performance.now() - this.#askedAt);
    return true;
  }
}

function bytesOf({ url, method = "GET", headers = {}, body }: BenchRequest): Buffer {
  const { host, pathname, search } = new URL(url);
  const all = {
    Host: host,
    ...headers,
    ...(body === undefined ? {} : { "Content-Length": Buffer.byteLength(body) }),
  };
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`);
  return Buffer.from(`${method} ${pathname}${search} HTTP/1.1\r\n${lines.join("")}\r\n${body ?? ""}`);
}

/** How long the body is that follows; an answer that is no success throws. */
function bodyBytes(head: string): number {
  if (!head.startsWith("HTTP/1.1 2")) throw new Error(`The server answered ${head.split("\r\n", 1)[0]}`);
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
