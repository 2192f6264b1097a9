import { once } from "node:events";
import { createAdaptorServer, type HttpBindings } from "@hono/node-server";
import type { Server } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { setImmediate } from "node:timers/promises";
import type { Hono } from "hono";
import { logRequests } from "./http/request-log.ts";
import { SettingsError } from "./platform/settings-error.ts";

/**
 * How long a stop waits for requests. With the steps after it, a stop takes at most the ten seconds of most
 * supervisors.
 */
const FINISH_WITHIN_MS = 8_000;

/**
 * Longer than a proxy's (Caddy: two minutes): a request on a closing connection gets no answer, and a write
 * cannot be repeated.
 */
const KEEPS_IDLE_MS = 125_000;

/** A server without visitors has cleanup to do, too. */
const UNASKED_MS = 60_000;
/** A first visitor requests several files. */
const FIRST_VISIT_MS = 3000;

/** Requests that wait for the answers before them. Neither browsers nor proxies send more. */
const PIPELINED_AT_MOST = 10;

/**
 * How long a client may take nothing of an answer. Until then a part of it is in memory, or a file is open.
 * Linux reports what was taken only once a third of its buffer is free: about 8 kB/s are enough.
 */
const STALLED_MAX_MS = 120_000;

export type Listening = {
  port: number;
  hasAnswered: Promise<boolean>;
  stop: () => Promise<void>;
};

export async function listen(
  app: Pick<Hono, "fetch">,
  {
    host,
    port,
    write,
    stalledMaxMs = STALLED_MAX_MS,
  }: { host: string; port: number; write: (lines: string) => void; stalledMaxMs?: number },
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: oneAfterTheOther(app.fetch) }) as Server;
  server.keepAliveTimeout = KEEPS_IDLE_MS;
  endStalled(server, stalledMaxMs);
  const log = logRequests(server, write);
  await new Promise<void>((resolve, reject) => {
    server.once("error", (error: NodeJS.ErrnoException) => reject(cannotListen(error, { host, port })));
    server.listen(port, host, resolve);
  });
  const answered = Promise.withResolvers<boolean>();
  const settles = (afterMs: number) => setTimeout(() => answered.resolve(true), afterMs).unref();
  const unasked = settles(UNASKED_MS);
  server.once("request", (_, response) => response.once("close", () => settles(FIRST_VISIT_MS)));
  return {
    hasAnswered: answered.promise,
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      answered.resolve(false);
      const closed = new Promise<void>((resolve) => server.close(() => resolve()));
      // A busy connection becomes idle later, and would wait for a next request.
      const hurry = setInterval(() => server.closeIdleConnections(), 50);
      const patience = setTimeout(() => server.closeAllConnections(), FINISH_WITHIN_MS);
      await closed;
      clearTimeout(unasked);
      clearInterval(hurry);
      clearTimeout(patience);
      log.flush();
    },
  };
}

/**
 * The requests of a connection in their order, each after the answer before it: a packet of pipelined ones
 * would occupy the thread for seconds. What has not begun when the connection closes never begins: Node does
 * not report that close to an answer that waits for another one.
 */
function oneAfterTheOther(answer: Hono["fetch"]): Hono["fetch"] {
  const waiting = new WeakMap<Socket, number>();
  return (request, env, context) => {
    const { incoming, outgoing } = env as HttpBindings;
    // Node gives an answer its socket when those before it are sent.
    if (outgoing.socket !== null) return answer(request, env, context);
    const count = (waiting.get(incoming.socket) ?? 0) + 1;
    waiting.set(incoming.socket, count);
    if (count > PIPELINED_AT_MOST) incoming.socket.destroy();
    return once(outgoing, "socket").then(async () => {
      waiting.set(incoming.socket, (waiting.get(incoming.socket) ?? 1) - 1);
      await setImmediate();
      return answer(request, env, context);
    });
  };
}

/** A request may wait for the server for as long as it takes. */
function endStalled(server: Server, afterMs: number): void {
  server.on("request", ({ socket }, response) => {
    // Until the answer ends: an idle connection has its own time.
    socket.setTimeout(afterMs);
    response.on("timeout", () => {
      if (socket.writableLength > 0) socket.destroy();
    });
  });
}

function cannotListen(error: NodeJS.ErrnoException, { host, port }: { host: string; port: number }): Error {
  if (error.code === "EADDRINUSE")
    return new SettingsError(`Port ${port} is in use: set PORT to a free one.`, { cause: error });
  if (error.code === "EACCES")
    return new SettingsError(`Port ${port} needs more rights than this user has: set PORT to another one.`, {
      cause: error,
    });
  if (error.code === "ENOTFOUND" || error.code === "EADDRNOTAVAIL") {
    return new SettingsError(`HOST ${host} is not an address of this machine.`, { cause: error });
  }
  return error;
}
