import { renderSVG } from "uqr";
import { expect, test } from "vitest";
import { NAME, openDomainWorld } from "#testing/domain-world";
import { openTestServer } from "#testing/open-test-server";

const asSvg = (address: string) => renderSVG(address, { ecc: "M", border: 4 });

test("A public page's QR code leads to its address, in any case of its name", async () => {
  const server = await openTestServer({ env: { PUBLIC_URL: "https://shelv.example" } });
  await server.signedIn("mira@example.com", "Mira");
  const [, path = ""] =
    /<aside[^>]*><img[^>]* src="([^"]*)"/.exec(await (await server.browser().get("/Mira")).text()) ?? [];
  const answer = await server.browser().get(path);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/svg+xml"]);
  expect(answer.headers.get("Content-Security-Policy")).toContain("sandbox");
  expect(await answer.text()).toBe(asSvg("https://shelv.example/Mira"));
  expect((await server.browser().get("/media/qr/mira.svg")).status).toBe(200);
});

test("A page on a domain of its own has the QR code of that domain", async () => {
  const { owner, verified, pageAt } = await openDomainWorld();
  await verified(await owner("Ada"));
  const svg = await (await pageAt(NAME, "/media/qr/Ada.svg")).text();
  expect(svg).toBe(asSvg(`https://${NAME}/`));
});

test.each(["nobody", "Mira", "a", "a".repeat(31), "Mi.ra"])(
  "There is no QR code for %s, which has no public page or no address",
  async (name) => {
    const server = await openTestServer({ env: { PUBLIC_URL: "https://shelv.example" } });
    const mira = await server.signedIn("mira@example.com", "Mira");
    await mira.put("/api/user/settings", { publicProfile: false });
    expect((await server.browser().get(`/media/qr/${name}.svg`)).status).toBe(404);
  },
);
