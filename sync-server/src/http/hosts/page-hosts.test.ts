import { hasPendingSignOut } from "#sign-in/cookies";
import { once } from "node:events";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "#listen";
import { pageFastPath } from "#page/cache/page-fast-path";
import { NAME, openDomainWorld } from "#testing/domain-world";
import { openTestServer, type TestServer } from "#testing/open-test-server";

type Served = { status: number; cookies: boolean; text: string };

async function openSockets({ app, services }: Pick<TestServer, "app" | "services">) {
  const fetch = pageFastPath({
    pages: services.pages,
    resolveHost: services.resolveHost,
    names: services.settings,
    isPurged: false,
    hasPendingSignOut,
    otherwise: app.fetch,
  });
  const { port, stop } = await listen({ fetch }, { host: "127.0.0.1", port: 0, write: () => {} });
  onTestFinished(stop);
  return async (target: string, ...headers: string[]): Promise<Served> => {
    const socket = connect(port, "127.0.0.1");
    let text = "";
    socket.on("data", (bytes) => void (text += bytes.toString("latin1")));
    socket.write(
      Buffer.from([`GET ${target} HTTP/1.1`, ...headers, "Connection: close", "", ""].join("\r\n"), "utf8"),
    );
    await once(socket, "close");
    return {
      status: Number(/^HTTP\/1\.1 (\d{3})/.exec(text)?.[1]),
      cookies: /^set-cookie:/im.test(text),
      text,
    };
  };
}

async function openWorld() {
  const { server, owner, verified } = await openDomainWorld();
  const ada = await owner("Ada");
  await verified(ada);
  const get = await openSockets(server);
  return {
    get,
    session: `Cookie: ${[...ada.cookies].map(([name, value]) => `${name}=${value}`).join("; ")}`,
  };
}

test("A host that is not exactly one of the server's names gets a plain 421, for any request and with any cache", async () => {
  const { get, session } = await openWorld();
  for (const warm of ["shelv.example", NAME]) await get(warm === NAME ? "/" : "/Ada", `Host: ${warm}`);
  for (const host of [
    "evil.example",
    "shelv.example:443",
    "shelv.example:3000",
    "SHELV.example",
    "shelv.example.",
    "shelv.example:",
    `${NAME}:80`,
    `${NAME}.`,
    NAME.toUpperCase(),
    "ADA.pages.example",
    "ada.pages.example.",
    "a.ada.pages.example",
    "www.pages.example",
    "api.pages.example",
    "ⓢhelv.example",
    "shelv｡example",
    "xn--shelv-.example",
    "shеlv.example",
    "shelv.example, evil.example",
    "user@shelv.example",
    "127.0.0.1",
    "[::1]",
    "localhost",
    "__proto__",
  ]) {
    for (const target of [
      "/",
      "/Ada",
      "/api/auth/me",
      "/dashboard",
      "/internal/tls-ask?domain=shelv.example",
    ]) {
      const { status, cookies, text } = await get(target, `Host: ${host}`, session);
      expect([
        host,
        target,
        status === 400 ? 421 : status === 404 && target.startsWith("/internal") ? 421 : status,
        cookies,
        text.includes("@Ada"),
      ]).toEqual([host, target, 421, false, false]);
    }
  }
});

test("No other header changes the host, and a second Host header is not accepted", async () => {
  const { get, session } = await openWorld();
  for (const header of [
    "X-Forwarded-Host: shelv.example",
    "X-Host: shelv.example",
    "Forwarded: host=shelv.example",
    "X-Original-Host: shelv.example",
    "Host: shelv.example",
  ]) {
    expect([header, (await get("/api/auth/me", "Host: evil.example", header, session)).status]).toEqual([
      header,
      expect.toBeOneOf([400, 421]),
    ]);
  }
  expect((await get("http://shelv.example/api/auth/me", "Host: evil.example", session)).status).toBe(421);
  expect((await get("http://shelv.example/api/user/plan", `Host: ${NAME}`, session)).status).toBe(404);
});

test("A page's own host serves its page to old and new clients, and sets no cookie", async () => {
  const { get, session } = await openWorld();
  for (const host of [NAME, "ada.pages.example"]) {
    for (const leaving of ["", "; __Host-shelv-leaving=1"]) {
      const { status, cookies, text } = await get("/?utm_source=x", `Host: ${host}`, session + leaving);
      expect([status, cookies, text.includes("@Ada"), text.includes(`href="https://${NAME}/"`)]).toEqual([
        200,
        false,
        true,
        true,
      ]);
      expect(text).toMatch(/strict-transport-security: max-age=31536000\r\n/i);
      expect((await get("/api/user/plan", `Host: ${host}`, session + leaving)).status).toBe(404);
    }
  }
});

test("A wrong address on a page's own host is a page that leads home for people, and a plain answer for programs", async () => {
  const { get } = await openWorld();
  const { status, text } = await get("/wrong", `Host: ${NAME}`, "Accept: text/html,*/*");
  expect([status, text.includes('<a class="button" href="/">Return to Home</a>')]).toEqual([404, true]);
  expect(text).toMatch(/content-security-policy: default-src 'none'/i);
  expect((await get("/wrong", `Host: ${NAME}`)).text).toContain("There is nothing here");
});

test("Without PUBLIC_URL every name of the machine is the app's, so that a phone in the same network can try it", async () => {
  const get = await openSockets(await openTestServer());
  for (const host of [
    "localhost:3000",
    "127.0.0.1:3000",
    "[::1]:3000",
    "192.168.1.5:3000",
    "my-laptop.local:3000",
  ]) {
    expect([
      host,
      (await get("/api/auth/me", `Host: ${host}`)).status,
      (await get("/robots.txt", `Host: ${host}`)).status,
    ]).toEqual([host, 401, 200]);
  }
});
