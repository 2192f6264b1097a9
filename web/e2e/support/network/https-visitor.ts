import { request } from "node:https";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

type Asked = { method?: string; path?: string; json?: unknown; headers?: Record<string, string> };

/**
 * Requests any host name from a server on this machine, as if DNS pointed there; trusts one authority, and
 * stores cookies per name.
 */
export class HttpsVisitor {
  readonly #port: number;
  readonly #root: () => Buffer;
  /** By the name that set them. */
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(port: number, root: () => Buffer) {
    this.#port = port;
    this.#root = root;
  }

  /** Throws when the server has no certificate for the name, or one of another authority. */
  async ask(name: string, { method = "GET", path = "/", json, headers = {} }: Asked = {}): Promise<Answer> {
    const origin = `https://${name}:${this.#port}`;
    const cookies = this.#cookies.get(name) ?? new Map<string, string>();
    const asking = request({
      host: "127.0.0.1",
      port: this.#port,
      servername: name,
      ca: this.#root(),
      agent: false,
      method,
      path,
      headers: {
        Host: `${name}:${this.#port}`,
        ...(method === "GET" ? {} : { Origin: origin, "Content-Type": "application/json" }),
        ...(cookies.size === 0 ? {} : { Cookie: [...cookies].map((pair) => pair.join("=")).join("; ") }),
        ...headers,
      },
    });
    asking.end(json === undefined ? undefined : JSON.stringify(json));
    const [answer] = (await once(asking, "response")) as [IncomingMessage];
    const text = Buffer.concat(await answer.toArray()).toString();
    for (const line of answer.headers["set-cookie"] ?? []) {
      const [, key = "", value = "", rest = ""] = /^([^=]+)=([^;]*)(.*)$/.exec(line) ?? [];
      if (rest.includes("Max-Age=0")) cookies.delete(key);
      else cookies.set(key, value);
    }
    this.#cookies.set(name, cookies);
    return { status: answer.statusCode ?? 0, headers: answer.headers, text };
  }
}
