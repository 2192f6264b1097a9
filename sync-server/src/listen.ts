import { createAdaptorServer } from "@hono/node-server";
import type { Server } from "node:http";
import type { AddressInfo } from "node:net";
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

export type Listening = {
  port: number;
  hasAnswered: Promise<boolean>;
  stop: () => Promise<void>;
};

export async function listen(
  app: Pick<Hono, "fetch">,
  { host, port, write }: { host: string; port: number; write: (lines: string) => void },
): Promise<Listening> {
  const server = createAdaptorServer({ fetch: app.fetch }) as Server;
  server.keepAliveTimeout = KEEPS_IDLE_MS;
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
