import { once } from "node:events";
import {
  createServer,
  type IncomingMessage,
  request as forward,
  type Server,
  type ServerResponse,
} from "node:http";
import type { TestServer } from "#e2e/support/server";

export type Interception = (request: IncomingMessage, response: ServerResponse) => boolean | Promise<boolean>;

export class Proxy {
  address = "";
  intercept: Interception = () => false;
  readonly #target: URL;
  readonly #server: Server;

  private constructor(target: URL) {
    this.#target = target;
    this.#server = createServer((request, response) => void this.#handle(request, response));
  }

  static async before(server: TestServer): Promise<Proxy> {
    const proxy = new Proxy(new URL(server.address));
    proxy.#server.listen(0, "localhost");
    await once(proxy.#server, "listening");
    proxy.address = `http://localhost:${(proxy.#server.address() as { port: number }).port}`;
    return proxy;
  }

  async close(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  async #handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const isDealtWith = async () => this.intercept(request, response);
    if (await isDealtWith().catch(() => response.destroy())) return;
    const { hostname, port } = this.#target;
    const onward = forward(
      { hostname, port, method: request.method, path: request.url, headers: request.headers },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
        answer.on("error", () => response.destroy());
      },
    );
    onward.on("error", () => response.destroy());
    response.on("close", () => onward.destroy());
    request.pipe(onward);
  }
}
