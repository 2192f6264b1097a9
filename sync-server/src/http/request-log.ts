import type { IncomingMessage, Server, ServerResponse } from "node:http";

const FLUSH_AFTER_MS = 1000;
const FLUSH_AT_LINES = 200;

/**
 * One JSON line a request, written in batches: a write for each would cost a third of the throughput. A line says what
 * was asked and what came of it, never by whom: no query, cookie, address or body.
 */
export function logRequests(server: Server, write: (lines: string) => void): { flush(): void } {
  let lines: string[] = [];
  let timer: NodeJS.Timeout | undefined;
  const flush = () => {
    clearTimeout(timer);
    timer = undefined;
    if (lines.length > 0) write(lines.join(""));
    lines = [];
  };
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    const start = performance.now();
    const sentBefore = request.socket.bytesWritten;
    response.once("close", () => {
      lines.push(lineOf(request, response, { ms: performance.now() - start, bytes: request.socket.bytesWritten - sentBefore }));
      if (lines.length >= FLUSH_AT_LINES) flush();
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
    });
  });
  return { flush };
}

function lineOf({ method, url }: IncomingMessage, { statusCode }: ServerResponse, { ms, bytes }: { ms: number; bytes: number }): string {
  const path = url?.split("?", 1)[0];
  return `${JSON.stringify({ time: new Date().toISOString(), method, path, status: statusCode, ms: Math.round(ms * 10) / 10, bytes })}\n`;
}
