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

export async function requestsPerSecond(request: BenchRequest): Promise<number> {
  const bytes = bytesOf(request);
  return (await askFor(ROUND_MS, { url: request.url, connections: CONNECTIONS, nextBytes: () => bytes }))
    .perSecond;
}

export async function answerTimes(request: BenchRequest): Promise<number[]> {
  const bytes = bytesOf(request);
  return (await askFor(ROUND_MS, { url: request.url, connections: CONNECTIONS, nextBytes: () => bytes }))
    .timesMs;
}

/**
 * Sends differing requests, and returns the number of answers too. `next`: the next request of the connection
 * with this number. `finishes`: the last request of each connection gets its answer, too.
 */
export const askForMs = (
  ms: number,
  {
    next,
    ...asked
  }: {
    url: string;
    connections: number;
    next: (connection: number) => BenchRequest;
    finishes?: boolean;
  },
) => askFor(ms, { ...asked, nextBytes: (connection) => bytesOf(next(connection)) });

type Asked = {
  url: string;
  connections: number;
  nextBytes: (connection: number) => Buffer;
  finishes?: boolean;
};

/** The client must do less work than the server: it reads only status and length. */
async function askFor(
  ms: number,
  { url, connections, nextBytes, finishes = false }: Asked,
): Promise<{ answered: number; perSecond: number; timesMs: number[] }> {
  const asking = Array.from(
    { length: connections },
    (_, connection) => new Asking(url, () => nextBytes(connection)),
  );
  const start = performance.now();
  const failures = asking.map(({ failed }) => failed);
  await Promise.race([sleep(ms), ...failures]);
  if (finishes) await Promise.race([Promise.all(asking.map((each) => each.finish())), ...failures]);
  const seconds = (performance.now() - start) / 1000;
  for (const each of asking) each.stop();
  const answered = asking.reduce((sum, { answered }) => sum + answered, 0);
  return { answered, perSecond: answered / seconds, timesMs: asking.flatMap(({ timesMs }) => timesMs) };
}

class Asking {
  answered = 0;
  readonly timesMs: number[] = [];
  readonly failed: Promise<never>;
  readonly #socket: Socket;
  #head: Buffer = Buffer.alloc(0);
  #toCome = 0;
  #askedAt = 0;
  #isLast = false;
  readonly #finished = Promise.withResolvers<void>();

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
          if (!this.#isWhole(chunk)) return;
          if (this.#isLast) this.#finished.resolve();
          else ask();
        } catch (error) {
          reject(error);
        }
      });
    });
  }

  finish(): Promise<void> {
    this.#isLast = true;
    return this.#finished.promise;
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

function bodyBytes(head: string): number {
  if (!head.startsWith("HTTP/1.1 2")) throw new Error(`The server answered ${head.split("\r\n", 1)[0]}`);
  return Number(/\r\ncontent-length: (\d+)/i.exec(head)?.[1] ?? 0);
}
