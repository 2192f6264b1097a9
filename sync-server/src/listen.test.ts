import { once } from "node:events";
import { readdir } from "node:fs/promises";
import { createServer, request } from "node:http";
import { type AddressInfo, connect, type Socket } from "node:net";
import { setImmediate, setTimeout as sleep } from "node:timers/promises";
import type { HttpBindings } from "@hono/node-server";
import { UPLOAD_MAX_BYTES } from "@shelv/contract/rows/picture";
import { JSON_MAX_BYTES } from "@shelv/contract/routes/route";
import type { Hono } from "hono";
import { expect, onTestFinished, test } from "vitest";
import { Browser } from "#testing/browser";
import { openTestServer, type TestServer } from "#testing/open-test-server";
import { listen } from "./listen.ts";
import { SettingsError } from "./platform/settings-error.ts";

const HOST = "127.0.0.1";

async function listening(server: TestServer) {
  const lines: string[] = [];
  const { port, stop } = await listen(server.app, {
    host: HOST,
    port: 0,
    write: (text) => void lines.push(text),
  });
  let stopped: Promise<void> | undefined;
  const stopOnce = () => (stopped ??= stop());
  onTestFinished(() => {
    server.services.hub.closeAll();
    return stopOnce();
  });
  return { port, origin: `http://${HOST}:${port}`, lines, stop: stopOnce };
}

/** Sends chunks without a length, and returns the status. */
async function sendChunked(
  port: number,
  path: string,
  pieces: number,
  pieceBytes: number,
): Promise<number | undefined> {
  const sending = request({
    host: HOST,
    port,
    path,
    method: "POST",
    headers: { "Content-Type": "application/json" },
  });
  sending.on("error", () => {});
  const answered = once(sending, "response") as Promise<[{ statusCode?: number; resume(): void }]>;
  for (let sent = 0; sent < pieces && !sending.destroyed; sent += 1) {
    sending.write(Buffer.alloc(pieceBytes, " "));
    await sleep(1);
  }
  sending.end();
  const [response] = await answered;
  response.resume();
  return response.statusCode;
}

test("A body is refused for its size with or without a declared length", async () => {
  const { port, origin } = await listening(await openTestServer());
  const said = await fetch(`${origin}/api/auth/send-code`, {
    method: "POST",
    body: " ".repeat(JSON_MAX_BYTES + 1),
    headers: { "Content-Type": "application/json" },
  });
  expect(said.status).toBe(413);
  expect(await sendChunked(port, "/api/auth/send-code", 8, JSON_MAX_BYTES / 4)).toBe(413);
  expect(await sendChunked(port, "/api/auth/send-code", 2, JSON_MAX_BYTES / 4)).toBe(400);
});

test.each([
  ["/share", "multipart/form-data; boundary=x"],
  ["/api/auth/send-code", "application/json"],
])("A body in chunks of one byte ends the connection: %s", async (path, type) => {
  const { port, origin } = await listening(await openTestServer());
  const socket = await connected(port);
  let answered = "";
  socket.on("data", (part: Buffer) => (answered += part.toString()));
  const closed = new Promise<boolean>((resolve) => socket.once("close", () => resolve(true)));
  const head = [
    `POST ${path} HTTP/1.1`,
    `Host: ${HOST}`,
    `Content-Type: ${type}`,
    "Transfer-Encoding: chunked",
  ];
  socket.write(`${head.join("\r\n")}\r\n\r\n${"1\r\nx\r\n".repeat(2000)}`);
  expect([await closed, answered]).toEqual([true, ""]);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

test("A form with too large a picture is refused, and the server continues", async () => {
  const server = await openTestServer();
  const { origin } = await listening(server);
  const ada = await server.signedIn("ada@example.org", "ada");
  const headers = { Cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ") };
  const form = new FormData();
  form.set("image", new Blob([new Uint8Array(UPLOAD_MAX_BYTES + JSON_MAX_BYTES)]));
  const refused = await fetch(`${origin}/api/items/01a1fc6d-b2b5-746d-8918-a634e34b0c70`, {
    method: "PATCH",
    body: form,
    headers,
  });
  expect([refused.status, await refused.json()]).toEqual([
    413,
    { code: "too-large", message: "That is too large" },
  ]);
  expect((await fetch(`${origin}/healthz`)).status).toBe(200);
});

test("A request is logged in one line, with the request and nothing about the client", async () => {
  const server = await openTestServer();
  const { origin, lines, stop } = await listening(server);
  const ada = new Browser(fetch, origin);
  await (await ada.get("/healthz?token=private")).text();
  await ada.post("/api/auth/send-code", { email: "ada@example.org" }, { "User-Agent": "private agent" });
  await ada.post("/api/auth/verify-code", { code: await server.codeFor("ada@example.org") });
  await stop();
  const log = lines
    .join("")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  expect(log.map(({ method, path, status }) => [method, path, status])).toEqual([
    ["GET", "/healthz", 200],
    ["POST", "/api/auth/send-code", 204],
    ["POST", "/api/auth/verify-code", 200],
  ]);
  expect(Object.keys(log[0] ?? {})).toEqual(["time", "method", "path", "status", "ms", "bytes"]);
  for (const secret of ["private", "ada", HOST, ...ada.cookies.values()])
    expect(lines.join("")).not.toContain(secret);
});

test.each([
  ["POST", "/api/user/import"],
  ["PUT", `/api/blobs/${"a".repeat(64)}`],
  ["POST", "/api/shelves"],
  ["POST", "/api/user/upload-avatar"],
])("A sender who disconnects half way is not a bug, and leaves no file: %s %s", async (method, path) => {
  const server = await openTestServer();
  const { port, lines, stop } = await listening(server);
  const ada = await server.signedIn("ada@example.org", "ada");
  const { id } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  for (const [at, length] of [{ "Content-Length": "60000" }, { "Transfer-Encoding": "chunked" }].entries()) {
    const type = path.startsWith("/api/shelves") ? "application/json" : "multipart/form-data; boundary=x";
    const headers = {
      "Content-Type": type,
      "X-User": id,
      Cookie: [...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; "),
      ...length,
    };
    const sending = request({ host: HOST, port, path, method, headers });
    sending.on("error", () => {});
    await new Promise<void>((resolve) => void sending.write(Buffer.alloc(20_000, " "), () => resolve()));
    const closed = new Promise((resolve) => sending.on("close", resolve));
    sending.destroy();
    await closed;
    await expect.poll(() => lines.join("").split("\n").length).toBe(at + 2);
  }
  await stop();
  const log = lines
    .join("")
    .trim()
    .split("\n")
    .map((line) => (JSON.parse(line) as { status: number }).status);
  expect(log).toEqual([499, 499]);
  expect(server.printed.filter((line) => line.includes("bug"))).toEqual([]);
  expect(await readdir(server.services.transfersFolder).catch(() => [])).toEqual([]);
});

test("A port in use gives an error message", async () => {
  const holder = createServer().listen(0, HOST);
  await once(holder, "listening");
  onTestFinished(() => void holder.close());
  const { port } = holder.address() as AddressInfo;
  const { app } = await openTestServer();
  await expect(listen(app, { host: HOST, port, write: () => {} })).rejects.toThrow(
    new SettingsError(`Port ${port} is in use: set PORT to a free one.`),
  );
});

test("A listening device gets a poke for every change, until its session ends", async () => {
  const server = await openTestServer();
  const { origin } = await listening(server);
  const [ada, phone, eve] = [
    await server.signedIn("ada@example.org", "ada"),
    await server.signedIn("ada@example.org", null),
    await server.signedIn("eve@example.org", "eve"),
  ];
  const heard = {
    ada: await stream(origin, ada),
    phone: await stream(origin, phone),
    eve: await stream(origin, eve),
  };
  await ada.post("/api/shelves", { name: "Books" });
  expect(await heard.phone.next()).toBe("event: poke\ndata: changed\n\n");
  expect(await heard.ada.next()).toBe("event: poke\ndata: changed\n\n");
  await phone.post("/api/auth/logout");
  expect(await heard.phone.next()).toBeNull();
  await ada.post("/api/shelves", { name: "Films" });
  expect(await heard.ada.next()).toBe("event: poke\ndata: changed\n\n");
  await eve.post("/api/shelves", { name: "Loot" });
  expect(await heard.eve.next()).toBe("event: poke\ndata: changed\n\n");
});

test("A disconnected device is removed from the listeners", async () => {
  const server = await openTestServer();
  const { origin } = await listening(server);
  const heard = await stream(origin, await server.signedIn("ada@example.org", "ada"));
  expect(server.services.hub.size).toBe(1);
  await heard.leave();
  await expect.poll(() => server.services.hub.size).toBe(0);
});

test("A stopping server ends its streams and frees the port", async () => {
  const server = await openTestServer();
  const { origin, stop } = await listening(server);
  const heard = await stream(origin, await server.signedIn("ada@example.org", "ada"));
  server.services.hub.closeAll();
  await stop();
  expect(await heard.next()).toBeNull();
  await expect(fetch(`${origin}/healthz`)).rejects.toThrow("fetch failed");
});

/** Opens a device's stream; `next` waits for the next event, null for its end. */
async function stream(origin: string, browser: Browser) {
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  const response = await fetch(`${origin}/api/sync/events`, { headers: { Cookie: cookie } });
  expect(response.headers.get("Content-Type")).toBe("text/event-stream");
  const reader = (response.body as ReadableStream<Uint8Array>).getReader();
  const next = async () => {
    const { value } = await reader.read();
    return value ? new TextDecoder().decode(value) : null;
  };
  expect(await next()).toMatch(/^retry: \d+\n\n$/);
  onTestFinished(() => reader.cancel());
  return { next, leave: () => reader.cancel() };
}

test("A connection stays open longer than in the proxy in front", async () => {
  const { origin } = await listening(await openTestServer());
  const { headers } = await fetch(`${origin}/health`);
  expect(Number(/timeout=(\d+)/.exec(headers.get("keep-alive") ?? "")?.[1])).toBeGreaterThan(120);
});

async function answering(fetch: Hono["fetch"], stalledMaxMs?: number): Promise<number> {
  const { port, stop } = await listen(
    { fetch },
    { host: HOST, port: 0, write: () => {}, ...(stalledMaxMs === undefined ? {} : { stalledMaxMs }) },
  );
  onTestFinished(stop);
  return port;
}

async function connected(port: number): Promise<Socket> {
  const socket = connect(port, HOST);
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

const getOf = (path: string) => `GET ${path} HTTP/1.1\r\nHost: ${HOST}\r\n\r\n`;
const PATHS = ["/1", "/2", "/3", "/4"];

/** More than the buffers of both ends take. */
function endless(onCancel: () => void): Response {
  const body = new ReadableStream({
    pull: (controller) => controller.enqueue(new Uint8Array(100_000)),
    cancel: onCancel,
  });
  return new Response(body);
}

test("Pipelined requests are answered in their order, and never two of a connection run at once", async () => {
  let [running, most] = [0, 0];
  const port = await answering(async (request) => {
    most = Math.max(most, (running += 1));
    for (let turn = 0; turn < 5; turn += 1) await setImmediate();
    running -= 1;
    return new Response(`<${new URL(request.url).pathname}>`);
  });
  const socket = await connected(port);
  let answered = "";
  socket.on("data", (part: Buffer) => (answered += part.toString()));
  socket.write(PATHS.map(getOf).join(""));
  await expect.poll(() => answered.match(/<.*?>/g)).toEqual(PATHS.map((path) => `<${path}>`));
  expect(most).toBe(1);
});

test("Of a closed connection nothing is left: what ran is cancelled, and what waited never begins", async () => {
  const begun: string[] = [];
  const cancelled: string[] = [];
  const port = await answering((request) => {
    const { pathname } = new URL(request.url);
    begun.push(pathname);
    return endless(() => void cancelled.push(pathname));
  });
  const socket = await connected(port);
  socket.write(PATHS.map(getOf).join(""));
  await once(socket, "readable");
  socket.destroy();
  await expect.poll(() => cancelled).toEqual(["/1"]);
  expect(begun).toEqual(["/1"]);
});

test("A client that pipelines without end loses its connection", async () => {
  const port = await answering(() => endless(() => {}));
  const socket = await connected(port);
  const closed = new Promise<boolean>((resolve) => socket.resume().once("close", () => resolve(true)));
  socket.write(getOf("/").repeat(12));
  expect(await closed).toBe(true);
});

test("A client that takes nothing of an answer loses its connection", async () => {
  let isCancelled = false;
  const port = await answering(() => endless(() => void (isCancelled = true)), 50);
  (await connected(port)).write(getOf("/"));
  await expect.poll(() => isCancelled).toBe(true);
});

test("A request may take longer than a client may take nothing", async () => {
  const port = await answering(async (_, env) => {
    await once((env as HttpBindings).outgoing, "timeout");
    return new Response("done");
  }, 50);
  expect(await (await fetch(`http://${HOST}:${port}/`)).text()).toBe("done");
});

test("A connection that has asked nothing yet outlasts one that takes nothing of its answer", async () => {
  let isCancelled = false;
  const port = await answering(({ url }) => {
    if (url.endsWith("/here")) return new Response("here");
    return endless(() => void (isCancelled = true));
  }, 50);
  const early = await connected(port);
  (await connected(port)).write(getOf("/"));
  await expect.poll(() => isCancelled).toBe(true);
  early.write(getOf("/here"));
  expect(String(await once(early, "data"))).toContain("here");
});
