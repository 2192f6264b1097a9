import { createServer as createHttp, type IncomingMessage, type ServerResponse } from "node:http";
import { type AddressInfo, createConnection, createServer, type Server, type Socket } from "node:net";
import { createServer as createTls } from "node:tls";
import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { Refusal } from "@shelv/contract/refusal";
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from "vitest";
import { openNameServer } from "#testing/servers/name-server";
import { AllowedInside } from "./allowed-inside.ts";
import { HopProcess } from "./hop-process.ts";
import { Outbound } from "./outbound.ts";
import { isPublicAddress } from "./public-address.ts";
import type { LookUp } from "./resolve-target.ts";
import { HOSTILE } from "./testing/hostile-servers.ts";
import { INSIDE_ANSWERS, INSIDE_URLS, OTHER_URLS, UNUSUAL_URLS } from "./testing/inside-addresses.ts";

const DEADLINE_MS = 600;
const GRACE_MS = 1000;
const WANTED = { payer: "ada", accept: "text/html", maxBytes: 2 * 1024 * 1024 };

type Given = {
  allow?: string[];
  lookUp?: LookUp;
  dnsServers?: string[];
  proxy?: string;
  isOn?: boolean;
  deadlineMs?: number;
};

function outboundTo({
  allow = [],
  lookUp,
  dnsServers,
  proxy,
  isOn = true,
  deadlineMs = DEADLINE_MS,
}: Given = {}): Outbound {
  const outbound = new Outbound({
    settings: { isOn, allowed: new AllowedInside(allow), proxy: proxy ?? null },
    dnsServers: dnsServers ?? null,
    publicUrl: "https://shelv.example",
    process: hops,
    deadlineMs,
    ...(lookUp ? { lookUp } : {}),
  });
  onTestFinished(() => outbound.close());
  return outbound;
}

async function outcome(outbound: Outbound, url: string): Promise<string | number> {
  try {
    await using answer = await outbound.fetch(url, WANTED);
    return answer.status;
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}

async function listening(server: Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

let inside: { port: number; reached: number; server: Server };

const hops = new HopProcess();

beforeAll(async () => {
  inside = {
    port: 0,
    reached: 0,
    server: createServer((socket) => void ((inside.reached += 1), socket.end())),
  };
  inside.port = await listening(inside.server);
});
afterAll(() => {
  inside.server.close();
  hops.close();
});

beforeEach(async () => {
  const closed = { address: "http://127.0.0.1:1/", host: "127.0.0.1", port: 1, addresses: ["127.0.0.1"] };
  const hop = { ...closed, method: "GET", headers: {}, proxy: null, maxBytes: 0, file: null } as const;
  await hops.run(hop, new AbortController().signal).catch(() => {});
});

async function site(answer: (request: IncomingMessage, response: ServerResponse) => void) {
  const server = createHttp(answer);
  const port = await listening(server);
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { port, url: `http://127.0.0.1:${port}/` };
}

test.each(INSIDE_URLS)("%s is not fetched", async (url) => {
  expect(await outcome(outboundTo({ lookUp: async () => ["93.184.216.34"] }), url)).toBe("link-inside");
});

test.each(UNUSUAL_URLS)("%s is not fetched, and not called inside", async (url) => {
  expect(await outcome(outboundTo({ lookUp: async () => ["93.184.216.34"] }), url)).toBe("link-unusual");
});

test.each(OTHER_URLS)("%s is not a link to a page", async (url) => {
  expect(await outcome(outboundTo({ lookUp: async () => ["93.184.216.34"] }), url)).toBe("link-without-page");
});

test.each(INSIDE_ANSWERS.map((answer) => ({ answer })))(
  "A name with the addresses $answer is not fetched",
  async ({ answer }) => {
    expect(await outcome(outboundTo({ lookUp: async () => answer }), "http://shop.example/")).toBe(
      "link-inside",
    );
  },
);

test("Public addresses are public", () => {
  for (const address of ["93.184.216.34", "1.1.1.1", "8.8.8.8", "2606:4700::1111", "2a00:1450:4001::1"])
    expect([address, isPublicAddress(address)]).toEqual([address, true]);
});

const names: [string, string[]][] = [
  ["localhost", ["127.0.0.1"]],
  ["LOCALHOST.", ["127.0.0.1"]],
  ["printer", ["192.168.1.9"]],
  ["router.local", ["192.168.1.1"]],
  ["metadata.google.internal", ["169.254.169.254"]],
  ["127.0.0.1.nip.io", ["127.0.0.1"]],
  ["xn--e1afmkfd.example", ["10.0.0.1"]],
];
test.each(names)("The name %s is looked up, and not fetched", async (name, addresses) => {
  expect(await outcome(outboundTo({ lookUp: async () => addresses }), `http://${name}/`)).toBe("link-inside");
});

const redirects = [
  "http://127.0.0.1:INSIDE/",
  "http://localhost:INSIDE/",
  "//127.0.0.1:INSIDE/",
  "http://0x7f000001:INSIDE/",
  "http://[::ffff:127.0.0.1]:INSIDE/",
  "http://user:secret@127.0.0.1:INSIDE/",
  "http://169.254.169.254/latest/",
  "http://10.0.0.1/",
  "http://[::1]/",
  "https://127.0.0.1:INSIDE/",
  "http://127.0.0.1/",
  "http://inside.example/",
];
test.each(redirects)("A redirect to %s is not followed", async (to) => {
  const before = inside.reached;
  const { port, url } = await site((_, response) =>
    response.writeHead(302, { Location: to.replace("INSIDE", String(inside.port)) }).end(),
  );
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`], lookUp: async () => ["127.0.0.1"] });
  expect(await outcome(outbound, url)).toBe("link-inside");
  expect(inside.reached).toBe(before);
});

test.each([
  "file:///etc/passwd",
  "gopher://127.0.0.1/",
  "data:text/html,hi",
  "javascript:alert(1)",
  "ftp://127.0.0.1/",
])("A redirect to %s is not followed either", async (to) => {
  const { port, url } = await site((_, response) => response.writeHead(301, { Location: to }).end());
  expect(await outcome(outboundTo({ allow: [`127.0.0.1:${port}`] }), url)).toBe("link-without-page");
});

test("Twenty redirects are followed, 21 are not", async () => {
  const { port, url } = await site(({ url: path = "" }, response) => {
    const left = Number(path.slice(1));
    if (left === 0) response.end("there");
    else response.writeHead(307, { Location: `/${left - 1}` }).end();
  });
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`] });
  expect(await outcome(outbound, `${url}20`)).toBe(200);
  expect(await outcome(outbound, `${url}21`)).toBe("link-circles");
});

test("A name is looked up once: DNS answers at the time of the connection do not count", async () => {
  const { port } = await site((_, response) => response.end("the one that was checked"));
  let asked = 0;
  const lookUp: LookUp = async () => ((asked += 1), asked === 1 ? ["127.0.0.1"] : ["10.0.0.1"]);
  expect(
    await outcome(outboundTo({ allow: [`127.0.0.1:${port}`], lookUp }), `http://rebind.example:${port}/`),
  ).toBe(200);
  expect(asked).toBe(1);
});

test("If a name server changes its answer, the first answer is checked and used", async () => {
  const { port } = await site((_, response) => response.end("hello"));
  const { address, zone } = await openNameServer({ "rebind.example": { A: ["127.0.0.1"] } });
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`], dnsServers: [address], deadlineMs: 5000 });
  expect(await outcome(outbound, `http://rebind.example:${port}/`)).toBe(200);
  zone["rebind.example"] = { A: ["127.0.0.2"] };
  expect(await outcome(outbound, `http://rebind.example:${port}/`)).toBe("link-inside");
});

test("A name that does not exist and a name server that fails get different errors", async () => {
  const { address } = await openNameServer({ "broken.example": "broken" });
  const outbound = outboundTo({ dnsServers: [address], deadlineMs: 8000 });
  expect(await outcome(outbound, "http://nowhere.example/")).toBe("link-not-found");
  expect(await outcome(outbound, "http://broken.example/")).toBe("link-unreachable");
});

test("A name server that never answers takes no longer than the deadline", async () => {
  const { address } = await openNameServer({ "late.example": "late" });
  const began = performance.now();
  expect(await outcome(outboundTo({ dnsServers: [address] }), "http://late.example/")).toBe("link-too-slow");
  expect(performance.now() - began).toBeLessThan(DEADLINE_MS + GRACE_MS);
});

test.each(HOSTILE)("A server that $name ends the request in time", async ({ code, serve }) => {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
    socket.once("data", () => serve(socket));
  });
  const port = await listening(server);
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`] });
  const before = process.memoryUsage();
  const began = performance.now();
  const found = await outcome(outbound, `http://127.0.0.1:${port}/`);
  expect(performance.now() - began).toBeLessThan(DEADLINE_MS + GRACE_MS);
  expect(found).toBe(code ?? 200);
  const after = process.memoryUsage();
  expect(after.arrayBuffers + after.external - before.arrayBuffers - before.external).toBeLessThan(
    64 * 1024 * 1024,
  );
});

test("A body is read up to its limit", async () => {
  const { port, url } = await site((_, response) => response.end("a".repeat(100_000)));
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`] });
  const { file, isCut, ...answer } = await outbound.fetch(url, {
    payer: "ada",
    accept: "*/*",
    maxBytes: 1000,
  });
  expect([file.bytes, isCut, (await readFile(file.path)).length]).toEqual([1000, true, 1000]);
  expect(file.sha256).toBe(createHash("sha256").update("a".repeat(1000)).digest("hex"));
  await answer[Symbol.asyncDispose]();
  expect(existsSync(file.path)).toBe(false);
});

test("A certificate for another name, or that no authority has signed, is not trusted", async () => {
  const folder = new URL("testing/", import.meta.url);
  const pem = (name: string) => readFileSync(new URL(name, folder));
  const server = createTls({ key: pem("self-signed.key"), cert: pem("self-signed.pem") }, (socket) =>
    socket.end("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi"),
  );
  server.on("tlsClientError", () => {});
  const port = await listening(server);
  onTestFinished(() => void server.close());
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`], lookUp: async () => ["127.0.0.1"] });
  expect(await outcome(outbound, `https://wrong.example:${port}/`)).toBe("link-insecure");
  expect(await outcome(outbound, `https://127.0.0.1:${port}/`)).toBe("link-insecure");
});

test("Over https, a request to a server without TLS is refused as insecure", async () => {
  const { port } = await site((_, response) => response.end("plain"));
  expect(await outcome(outboundTo({ allow: [`127.0.0.1:${port}`] }), `https://127.0.0.1:${port}/`)).toBe(
    "link-insecure",
  );
});

test("A request carries no credentials, no referrer and no cookie of another reading, and names its sender", async () => {
  let seen: IncomingMessage["headers"] = {};
  const { port, url } = await site(({ headers }, response) => {
    seen = headers;
    response.writeHead(200, { "Set-Cookie": "a=b" }).end("hello");
  });
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`] });
  for (let reading = 0; reading < 2; reading += 1) expect(await outcome(outbound, url)).toBe(200);
  expect(Object.keys(seen).toSorted()).toEqual([
    "accept",
    "accept-encoding",
    "accept-language",
    "connection",
    "host",
    "user-agent",
  ]);
  expect(seen["user-agent"]).toContain("Shelv/1.0; +https://shelv.example");
});

test("A cookie that is set on the way comes back to its host, and to no other", async () => {
  const seen: Record<string, string | undefined> = {};
  const { port } = await site(({ url: path = "", headers }, response) => {
    seen[`${headers.host?.split(":")[0]}${path}`] = headers.cookie;
    const to = { "/": `http://b.example:${port}/b`, "/b": `http://a.example:${port}/end` }[path];
    const cookies =
      path === "/" ? ["a=1; Path=/; HttpOnly", "b=2; Secure", "c=3; Max-Age=0", "a=4"] : ["d=5"];
    if (to === undefined) response.end("there");
    else response.writeHead(302, { Location: to, "Set-Cookie": cookies }).end();
  });
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`], lookUp: async () => ["127.0.0.1"] });
  expect(await outcome(outbound, `http://a.example:${port}/`)).toBe(200);
  expect(seen).toEqual({ "a.example/": undefined, "b.example/b": undefined, "a.example/end": "a=4" });
});

test("If the process of the requests dies, they are refused, and the next one gets another process", async () => {
  const asked = Promise.withResolvers<void>();
  const { port, url } = await site(({ url: path }, response) =>
    path === "/hangs" ? asked.resolve() : void response.end(String(process.pid)),
  );
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`], deadlineMs: 60_000 });
  const hanging = outcome(outbound, `${url}hangs`);
  await asked.promise;
  expect(hops.pid).not.toBe(process.pid);
  process.kill(Number(hops.pid), "SIGKILL");
  expect(await hanging).toBe("link-unreachable");
  expect(await outcome(outbound, url)).toBe(200);
});

test("A host gets one request at a time", async () => {
  let [running, most] = [0, 0];
  const { port, url } = await site((_, response) => {
    running += 1;
    most = Math.max(most, running);
    setImmediate(() => {
      running -= 1;
      response.end("hello");
    });
  });
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`], deadlineMs: 5000 });
  expect(await Promise.all(Array.from({ length: 10 }, () => outcome(outbound, url)))).toEqual(
    Array.from({ length: 10 }, () => 200),
  );
  expect(most).toBe(1);
});

test("A request that hangs at a wrong port of a host does not hold up those to its site", async () => {
  const asked = Promise.withResolvers<void>();
  const wrong = await site(() => asked.resolve());
  const { port, url } = await site((_, response) => void response.end("hello"));
  const allow = [`127.0.0.1:${port}`, `127.0.0.1:${wrong.port}`];
  const outbound = outboundTo({ allow, deadlineMs: 60_000 });
  const hanging = outcome(outbound, wrong.url);
  await asked.promise;
  expect(await outcome(outbound, url)).toBe(200);
  outbound.close();
  expect(await hanging).toBe("link-too-slow");
});

test("A server that stops ends its requests at once", async () => {
  const { port, url } = await site(() => {});
  const outbound = outboundTo({ allow: [`127.0.0.1:${port}`], deadlineMs: 60_000 });
  const asked = outcome(outbound, url);
  outbound.close();
  expect(await asked).toBe("link-too-slow");
});

test("If outbound requests are switched off, nothing is fetched", async () => {
  expect(await outcome(outboundTo({ isOn: false }), "http://93.184.216.34/")).toBe("outbound-off");
});

test("The operator's list opens one host and port, and nothing beside it", async () => {
  const { port } = await site((_, response) => response.end("wiki"));
  const outbound = outboundTo({ allow: [`wiki.local:${port}`], lookUp: async () => ["127.0.0.1"] });
  expect(await outcome(outbound, `http://wiki.local:${port}/`)).toBe(200);
  expect(await outcome(outbound, `http://other.local:${port}/`)).toBe("link-inside");
  expect(await outcome(outbound, `http://127.0.0.1:${port}/`)).toBe("link-inside");
  expect(await outcome(outbound, `http://wiki.local:${inside.port}/`)).toBe("link-inside");
});

test("A proxy gets addresses that were checked, and no names", async () => {
  const { port } = await site((_, response) => response.end("through the proxy"));
  const asked: string[] = [];
  const proxy = createHttp();
  proxy.on("connect", ({ url: place = "" }: IncomingMessage, socket: Socket) => {
    asked.push(place);
    const onward = createConnection(port, "127.0.0.1").on("error", () => socket.destroy());
    socket.write("HTTP/1.1 200 OK\r\n\r\n");
    socket
      .on("error", () => onward.destroy())
      .pipe(onward)
      .pipe(socket);
  });
  const proxyPort = await listening(proxy);
  onTestFinished(() => void proxy.close());
  const outbound = outboundTo({
    proxy: `http://127.0.0.1:${proxyPort}`,
    lookUp: async (host) => (host === "site.example" ? ["93.184.216.34"] : ["10.0.0.1"]),
  });
  expect(await outcome(outbound, "http://site.example/")).toBe(200);
  expect(await outcome(outbound, "http://inside.example/")).toBe("link-inside");
  expect(asked).toEqual(["93.184.216.34:80"]);
});
