import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { TestPage } from "./test-page.ts";

type Answer = (request: IncomingMessage, response: ServerResponse) => void;

export async function serve(
  answer: Answer,
): Promise<{ origin: string; allow: string; stop: () => Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    allow: `127.0.0.1:${port}`,
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

export function servePages(pages: readonly TestPage[]) {
  const byPath = new Map(pages.map((page) => [page.path, page]));
  return serve((request, response) => {
    const origin = `http://${request.headers.host}`;
    const page = byPath.get(new URL(request.url ?? "/", origin).pathname);
    if (!page) {
      response.writeHead(404).end();
      return;
    }
    const headers = { "content-type": "text/html", ...page.headers };
    if (headers["content-type"] === "") delete (headers as Partial<typeof headers>)["content-type"];
    response.writeHead(page.status ?? 200, headers);
    response.end(typeof page.body === "string" ? page.body.replaceAll("ORIGIN", origin) : page.body);
  });
}
