import { expect, test } from "vitest";
import { openTestServer } from "#testing/open-test-server";
import { isForeign } from "./same-origin.ts";

const SITE = "https://shelv.example";

test.each<[publicUrl: string | null, headers: Record<string, string>, isForeign: boolean]>([
  [SITE, { Origin: SITE }, false],
  [SITE, { Origin: "https://evil.example" }, true],
  [SITE, { Origin: "http://shelv.example" }, true],
  [SITE, { Origin: "https://shelv.example:8443" }, true],
  [SITE, { Origin: "null" }, true],
  [SITE, { Origin: "https://evil.example", Host: "evil.example" }, true],
  [SITE, {}, false],
  [SITE, { "Sec-Fetch-Site": "same-origin" }, false],
  [SITE, { "Sec-Fetch-Site": "none" }, false],
  [SITE, { "Sec-Fetch-Site": "cross-site" }, true],
  [SITE, { "Sec-Fetch-Site": "same-site" }, true],
  [null, { Origin: "http://localhost:3000", Host: "localhost:3000" }, false],
  [null, { Origin: "http://192.168.1.5:3000", Host: "192.168.1.5:3000" }, false],
  [null, { Origin: "http://localhost:8080", Host: "localhost:3000" }, true],
  [null, { Origin: "null", Host: "localhost:3000" }, true],
  [null, { Origin: "http://localhost:3000" }, true],
])("With the public URL %s, %o is foreign: %s", (publicUrl, headers, foreign) => {
  expect(isForeign(new Headers(headers), publicUrl)).toBe(foreign);
});

test.each<[origin: string, proto: string | null, trusts: string, status: number]>([
  ["https://shelv.example", "https", "loopback", 204],
  ["http://shelv.example", "https", "loopback", 403],
  ["https://shelv.example", "http", "loopback", 403],
  ["http://shelv.example", null, "loopback", 204],
  ["http://shelv.example", "https", "", 204],
])(
  "A write from %s, over %s according to the proxy, with %j trusted, is answered with %d",
  async (origin, proto, trusts, status) => {
    const { app } = await openTestServer({ env: { TRUST_PROXY: trusts } });
    const headers = {
      Host: "shelv.example",
      Origin: origin,
      ...(proto === null ? {} : { "X-Forwarded-Proto": proto }),
    };
    const incoming = { socket: { remoteAddress: "127.0.0.1" } };
    const answer = await app.fetch(
      new Request("http://shelv.example/api/auth/logout", { method: "POST", headers }),
      { incoming },
    );
    expect(answer.status).toBe(status);
  },
);

test("Another site's write is refused despite the owner's cookie, and changes nothing", async () => {
  const server = await openTestServer();
  const ada = await server.signedIn("ada@example.org", "ada");
  const forged = await ada.post("/api/shelves", { name: "Forged" }, { Origin: "https://evil.example" });
  expect([forged.status, await forged.json()]).toEqual([
    403,
    { code: "wrong-origin", message: "This request came from another site" },
  ]);
  expect(await (await ada.get("/api/shelves")).json()).toEqual([]);
  expect((await ada.get("/api/shelves", { Origin: "https://evil.example" })).status).toBe(200);
});
