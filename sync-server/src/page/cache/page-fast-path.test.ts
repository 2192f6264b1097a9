import { hasPendingSignOut } from "#sign-in/cookies";
import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "#listen";
import { openTestServer } from "#testing/open-test-server";
import { pageFastPath } from "./page-fast-path.ts";

async function openBoth() {
  const server = await openTestServer();
  const mira = await server.signedIn("mira@example.org", "Mira");
  let wentTheWholeWay = 0;
  const otherwise: typeof server.app.fetch = (...call) => {
    wentTheWholeWay += 1;
    return server.app.fetch(...call);
  };
  const fetch = pageFastPath({
    pages: server.services.pages,
    resolveHost: server.services.resolveHost,
    names: { publicUrl: null, pageHost: null },
    isPurged: false,
    hasPendingSignOut,
    otherwise,
  });
  const [whole, first] = await Promise.all(
    [server.app, { fetch }].map((app) => listen(app, { host: "127.0.0.1", port: 0, write: () => {} })),
  );
  onTestFinished(async () => {
    await Promise.all([whole?.stop(), first?.stop()]);
  });
  const ask = async (port: number | undefined, path: string, headers: Record<string, string>) => {
    const [answer] = (await once(
      get({ host: "127.0.0.1", port, path, headers: { Host: "localhost", ...headers } }),
      "response",
    )) as [IncomingMessage];
    const { date: _, ...said } = answer.headers;
    return {
      status: answer.statusCode,
      headers: said,
      body: Buffer.concat(await answer.toArray()).toString("base64"),
    };
  };
  const both = async (path: string, headers: Record<string, string> = {}) => {
    const before = wentTheWholeWay;
    const answers = [await ask(whole?.port, path, headers), await ask(first?.port, path, headers)] as const;
    return { answers, isFirst: wentTheWholeWay === before };
  };
  return { mira, both };
}

test("A cached page is answered without the app, with the same bytes and headers", async () => {
  const { both } = await openBoth();
  await both("/Mira");
  const {
    answers: [
      {
        headers: { etag = "" },
      },
    ],
  } = await both("/Mira", { "Accept-Encoding": "br" });
  for (const headers of [
    {},
    { "Accept-Encoding": "gzip, br" },
    { "Accept-Encoding": "gzip" },
    { "Accept-Encoding": "br", "If-None-Match": etag },
    { Cookie: "session=x" },
  ] satisfies Record<string, string>[]) {
    for (const path of ["/Mira", "/Mira?utm_source=x"]) {
      const {
        answers: [whole, first],
        isFirst,
      } = await both(path, headers);
      expect(first).toEqual(whole);
      expect([path, headers, isFirst]).toEqual([path, headers, true]);
    }
  }
});

test("Anything but a cached page at its own address goes through the app", async () => {
  const { both, mira } = await openBoth();
  await both("/Mira");
  for (const [path, headers] of [
    ["/mira", {}],
    ["/Mira/", {}],
    ["/%4Dira", {}],
    ["/", {}],
    ["/nobody", {}],
    ["/api/users/Mira", {}],
    ["/Mira", { Cookie: "shelv-leaving=1" }],
  ] as const) {
    expect([path, (await both(path, headers)).isFirst]).toEqual([path, false]);
  }
  await mira.put("/api/user/settings", { publicProfile: false });
  const {
    answers: [, first],
    isFirst,
  } = await both("/Mira");
  expect([first.status, isFirst]).toEqual([404, false]);
});
