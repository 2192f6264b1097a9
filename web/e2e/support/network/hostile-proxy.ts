/**
 * Bad networks for one device's API calls: loses, doubles and delays them, cuts answers at any byte, and
 * answers in the server's place. Knows what it did to the last call.
 */
import { once } from "node:events";
import {
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as forward,
  type ServerResponse,
} from "node:http";
import { setTimeout as wait } from "node:timers/promises";
import { gunzipSync } from "node:zlib";
import type { TestServer } from "#e2e/support/server";
import { Proxy } from "./proxy.ts";

type Random = () => number;
type Answer = { status: number; headers: IncomingHttpHeaders; bytes: Buffer };
type Fault = "lose-request" | "lose-answer" | "double" | "delay" | "cut" | "foreign" | "refuse";

const FAULTS: readonly Fault[] = [
  "lose-request",
  "lose-answer",
  "double",
  "delay",
  "cut",
  "foreign",
  "refuse",
];
const FOREIGN_STATUSES = [200, 500, 502, 503];
const LONGEST_DELAY_MS = 1500;

export class HostileProxy {
  readonly proxy: Proxy;
  faultRate = 0;
  isDown = false;
  forbidden: string | null = null;
  hasLastAnswered = true;
  readonly #target: string;
  readonly #random: Random;

  private constructor(proxy: Proxy, target: string, random: Random) {
    this.proxy = proxy;
    this.#target = target;
    this.#random = random;
    proxy.intercept = (request, response) => this.#deal(request, response);
  }

  static async before(server: TestServer, random: Random): Promise<HostileProxy> {
    return new HostileProxy(await Proxy.before(server), server.address, random);
  }

  get address(): string {
    return this.proxy.address;
  }

  async #deal(request: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { url = "" } = request;
    if (this.isDown) {
      this.hasLastAnswered = false;
      response.destroy();
      return true;
    }
    if (!isDeviceCall(url)) return false;
    const body = await bodyOf(request);
    const isSync = url === "/api/sync";
    const passes = await this.#answer(request, response, body);
    if (isSync) this.hasLastAnswered = passes;
    return true;
  }

  async #answer(request: IncomingMessage, response: ServerResponse, body: Buffer): Promise<boolean> {
    if (this.forbidden !== null && textOf(request, body).includes(this.forbidden)) {
      response.writeHead(403, { "Content-Type": "text/html" }).end("<h1>Blocked by policy</h1>");
      return false;
    }
    const fault = this.#random() < this.faultRate ? this.#oneOf(FAULTS) : null;
    if (fault === "lose-request") return gone(response);
    if (fault === "refuse" || fault === "foreign") {
      const status = fault === "refuse" ? 503 : this.#oneOf(FOREIGN_STATUSES);
      response.writeHead(status, { "Content-Type": "text/html" }).end("<h1>Not the server</h1>");
      return false;
    }
    if (fault === "delay") await wait(this.#random() * LONGEST_DELAY_MS);
    const answer = await this.#forward(request, body);
    const last = fault === "double" ? await this.#forward(request, body) : answer;
    if (fault === "lose-answer") return gone(response);
    response.writeHead(last.status, { ...last.headers, "Content-Length": last.bytes.length });
    if (fault !== "cut" || last.bytes.length === 0) {
      response.end(last.bytes);
      await once(response, "close");
      return response.writableFinished;
    }
    response.write(last.bytes.subarray(0, Math.floor(this.#random() * last.bytes.length)), () =>
      response.destroy(),
    );
    return false;
  }

  /** With the browser's headers: the server compares the host with the origin. */
  async #forward({ method = "GET", url = "", headers }: IncomingMessage, body: Buffer): Promise<Answer> {
    const { "accept-encoding": _, "transfer-encoding": __, ...sent } = headers;
    const onward = forward(this.#target + url, {
      method,
      headers: { ...sent, ...(body.length > 0 ? { "content-length": body.length } : {}) },
    });
    onward.end(body);
    const [answer] = (await once(onward, "response")) as [IncomingMessage];
    const bytes = await bodyOf(answer);
    const {
      "transfer-encoding": ___,
      "content-length": ____,
      connection: _____,
      ...answered
    } = answer.headers;
    return { status: answer.statusCode ?? 502, headers: answered, bytes };
  }

  #oneOf<T>(all: readonly T[]): T {
    return all[Math.floor(this.#random() * all.length)] as T;
  }
}

const isDeviceCall = (url: string) => url === "/api/sync" || url.startsWith("/api/blobs/");

function gone(response: ServerResponse): false {
  response.destroy();
  return false;
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const textOf = ({ headers }: IncomingMessage, body: Buffer): string =>
  (headers["content-encoding"] === "gzip" ? gunzipSync(body) : body).toString();
