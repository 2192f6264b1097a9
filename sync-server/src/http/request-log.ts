import type { IncomingMessage, Server, ServerResponse } from "node:http";

/** As nginx logs a connection that closed before the answer. */
export const SENDER_GONE = 499;
const FLUSH_AFTER_MS = 1000;
const FLUSH_AT_LINES = 200;

/**
 * In batches: single writes cost a third of the throughput. A line has the request and its result, nothing
 * about the client: no query, cookie, address or body.
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
    response.on("close", () => {
      lines.push(
        lineOf(request, response, {
          ms: performance.now() - start,
          bytes: request.socket.bytesWritten - sentBefore,
        }),
      );
      if (lines.length >= FLUSH_AT_LINES) flush();
      else timer ??= setTimeout(flush, FLUSH_AFTER_MS).unref();
    });
  });
  return { flush };
}

/** By hand: nothing needs escaping, and JSON.stringify is the slowest part of a line. */
function lineOf(
  { method, url = "" }: IncomingMessage,
  { statusCode, headersSent }: ServerResponse,
  { ms, bytes }: { ms: number; bytes: number },
): string {
  return `{"time":"${timeNow()}","method":"${method}","path":"${loggedPath(url)}","status":${headersSent ? statusCode : SENDER_GONE},"ms":${Math.round(ms * 10) / 10},"bytes":${bytes}}\n`;
}

/**
 * A segment that is not one of our names, a username, an id or a hash may be a visitor's (an address, a
 * secret, unprintable characters): it becomes `…`.
 */
export function loggedPath(url: string): string {
  const path = url.split("?", 1)[0] ?? "";
  return PLAIN.test(path)
    ? path
    : path
        .split("/")
        .map((segment) => (PLAIN_SEGMENT.test(segment) ? segment : "…"))
        .join("/");
}

const PLAIN = /^(?:\/[\w.:-]{0,64})*$/;
const PLAIN_SEGMENT = /^[\w.:-]{0,64}$/;

let lastTime = { ms: 0, text: "" };

function timeNow(): string {
  const ms = Date.now();
  if (ms !== lastTime.ms) lastTime = { ms, text: new Date(ms).toISOString() };
  return lastTime.text;
}
