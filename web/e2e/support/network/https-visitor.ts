import { request } from "node:https";
import { once } from "node:events";
import type { IncomingMessage } from "node:http";

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  text: string;
}

type Asked = { method?: string; path?: string; json?: unknown; headers?: Record<string, string> };

/** Any host name leads to a server here, as if by DNS; trusts one authority, and stores cookies by name. */
export class HttpsVisitor {
  readonly #port: number;
  readonly #root: () => Buffer;
  readonly #cookies = new Map<string, Map<string, string>>();

  constructor(port: number, root: () => Buffer) {
    this.#port = port;
    this.#root = root;
  }

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
