/**
 * The deployment of sync-server/docs/self-hosting.md: its Caddyfile, Debian's Caddy, the built server, and
 * names that point to them.
 */
import type { DomainAnswer } from "@shelv/contract/rows/domain";
import { expect, test } from "@playwright/test";
import { Caddy } from "#e2e/support/network/caddy";
import { freePort } from "#e2e/support/network/free-port";
import { HttpsVisitor } from "#e2e/support/network/https-visitor";
import { startNameServer } from "#e2e/support/network/name-server";
import { ensureOtherBrowsers } from "#e2e/support/browsers/other-browsers";
import { TestServer } from "#e2e/support/server";

const APP = "shelv.example";
const NAME = "www.ada.com";
const EMAIL = "ada@example.com";

test("pages have names over TLS, unknown names no certificate, also after a restart", async () => {
  const { caddy: program } = ensureOtherBrowsers();
  const [httpsPort, serverPort] = [await freePort(), await freePort()];
  const ports = { host: APP, httpsPort, serverPort };
  const dns = await startNameServer([{ type: "A", name: APP, value: "192.0.2.1" }]);
  const server = await TestServer.start({
    PORT: String(serverPort),
    PUBLIC_URL: `https://${APP}:${httpsPort}`,
    PAGE_HOST: APP,
    DNS_SERVERS: dns.address,
    TRUST_PROXY: "loopback",
  });
  let caddy = await Caddy.start(program, ports);
  try {
    const visitor = new HttpsVisitor(httpsPort, () => caddy.root);
    const api = async (method: string, path: string, json: unknown = {}) => {
      const { status, text } = await visitor.ask(APP, { method, path, json });
      expect(status, `${path}: ${text}`).toBeLessThan(300);
      return text === "" ? null : (JSON.parse(text) as unknown);
    };
    const domain = async () =>
      ((await api("POST", "/api/domains", { name: NAME })) as { domains: [DomainAnswer] }).domains[0];

    await test.step("an owner enters the records, and the name is verified", async () => {
      await api("POST", "/api/auth/send-code", { email: EMAIL });
      await api("POST", "/api/auth/verify-code", { code: await server.codeFor(EMAIL) });
      await api("POST", "/api/auth/complete-registration", { username: "Ada" });
      await api("PUT", "/api/user/plan", { plan: "premium" });
      const { records } = await domain();
      await expect(visitor.ask(NAME)).rejects.toThrow();
      dns.records.push(...records);
      expect(await domain()).toMatchObject({ state: "verified", problem: null });
    });

    await test.step("its page comes over TLS, compressed, the same under all its names", async () => {
      const { status, text, headers } = await visitor.ask(NAME);
      expect([
        status,
        text.includes("@Ada"),
        text.includes(`rel="canonical" href="https://${NAME}:${httpsPort}/"`),
        headers["set-cookie"],
      ]).toEqual([200, true, true, undefined]);
      expect((await visitor.ask(`ada.${APP}`)).text).toBe(text);
      expect((await visitor.ask(APP, { path: "/Ada" })).text).toBe(text);
      const packed = await visitor.ask(NAME, { headers: { "Accept-Encoding": "br" } });
      expect([
        packed.headers["content-encoding"],
        packed.headers["cache-control"],
        packed.headers.etag,
      ]).toEqual(["br", headers["cache-control"], expect.any(String)]);
      expect((await visitor.ask(NAME, { path: "/api/user/plan" })).status).toBe(404);
      expect((await visitor.ask(APP, { path: `/internal/tls-ask?domain=${NAME}` })).status).toBe(404);
    });

    await test.step("an unknown name gets no certificate", async () => {
      for (const name of ["stranger.com", `nobody.${APP}`, `a.ada.${APP}`, "ada.com"])
        await expect(visitor.ask(name), name).rejects.toThrow(/alert|reset|closed/i);
    });

    await test.step("after a power cut of server and proxy everything still works", async () => {
      await caddy.discard();
      await server.kill();
      await server.restart();
      caddy = await Caddy.start(program, ports);
      expect((await visitor.ask(NAME)).status).toBe(200);
      expect(await domain()).toMatchObject({ state: "verified" });
    });

    await test.step("a removed name shows no page, and gets no new certificate", async () => {
      await api("DELETE", `/api/domains/${NAME}`);
      expect((await visitor.ask(NAME)).status).toBe(421);
      await caddy.discard();
      caddy = await Caddy.start(program, ports);
      await expect(visitor.ask(NAME)).rejects.toThrow(/alert|reset|closed/i);
      expect((await visitor.ask(`ada.${APP}`)).text).toContain(
        `rel="canonical" href="https://${APP}:${httpsPort}/Ada"`,
      );
    });
  } finally {
    await caddy.discard();
    await server.discard();
    await dns.stop();
  }
});
