import sharp from "sharp";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { storeLinkPicture } from "#links/details/link-picture";
import { serve, servePages } from "#links/details/testing/serve-pages";
import { html, jsonLd, og, page } from "#links/details/testing/test-page";
import { PictureEncoder } from "#pictures/picture-encoder";
import { openTestServer } from "#testing/open-test-server";
import { servedFiles } from "#testing/picture-owner";
import { picture } from "#testing/pictures";

const PNG = { headers: { "content-type": "image/png" } };

let site: Awaited<ReturnType<typeof servePages>>;
beforeAll(async () => {
  const small = await picture("png", { width: 64, height: 64 });
  site = await servePages([
    page(
      "/mug",
      html(
        `<meta name="theme-color" content="#336699">${og({ "og:site_name": "Cups" })}${jsonLd({ "@type": "Product", name: "Mug", image: "ORIGIN/mug-1x1-placeholder.png", offers: { price: "8", priceCurrency: "EUR" } })}<link rel="icon" href="/icon.png">`,
      ),
      {},
    ),
    page("/mug-1x1-placeholder.png", await picture("png", { width: 300, height: 200 }), {}, PNG),
    page("/tiny.png", await picture("png", { width: 40, height: 40 }), {}, PNG),
    page("/icon.png", small, {}, PNG),
    page("/large.png", new Uint8Array(10 * 1024 * 1024 + 1), {}, PNG),
    page("/fake.png", "<html>", {}, PNG),
    page("/icon.ico", icoOf(small), {}),
    page("/classic.ico", icoOf(bitmapOf(32)), {}),
    page("/icon.svg", SVG, {}, { headers: { "content-type": "image/svg+xml" } }),
    page("/text.svg", `${SVG}\n`, {}, { headers: { "content-type": "text/plain" } }),
    page("/mug.avif", await avif(300), {}, { headers: { "content-type": "image/avif" } }),
    page("/tiny.avif", await avif(40), {}, { headers: { "content-type": "image/avif" } }),
  ]);
});
afterAll(() => site.stop());

async function world(env: Record<string, string> = {}) {
  const server = await openTestServer({ env: { OUTBOUND_ALLOW: site.allow, ...env } });
  const ada = await server.signedIn("ada@example.org", "ada");
  const answerOf = async (path: string, body: object) => {
    const answer = await ada.post(path, body);
    return { status: answer.status, body: (await answer.json()) as Record<string, unknown> };
  };
  const details = (url: string) => answerOf("/api/link-details", { url });
  const take = (imageUrl: string | null, icon: string | null = null, color: string | null = null) =>
    answerOf("/api/link-details/picture", { imageUrl, icon, color });
  return { server, ada, details, take };
}

const SVG = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><rect width="8" height="8"/></svg>';

async function avif(side: number): Promise<Uint8Array> {
  const plain = sharp({ create: { width: side, height: side, channels: 3, background: "#336699" } });
  return new Uint8Array(await plain.avif({ effort: 0 }).toBuffer());
}

function bitmapOf(side: number): Uint8Array {
  const head = Buffer.alloc(40);
  head.writeUInt32LE(40, 0);
  head.writeInt32LE(side, 4);
  head.writeInt32LE(2 * side, 8);
  head.writeUInt16LE(1, 12);
  head.writeUInt16LE(32, 14);
  const pixels = Buffer.alloc(side * side * 4, Buffer.from([0xff, 0, 0, 0xff]));
  return new Uint8Array(Buffer.concat([head, pixels, Buffer.alloc((side * side) / 8)]));
}

function icoOf(png: Uint8Array): Uint8Array {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt32LE(png.byteLength, 14);
  head.writeUInt32LE(22, 18);
  return new Uint8Array(Buffer.concat([head, png]));
}

test("An owner gets what a page says, then its picture as one of their own", async () => {
  const { server, details, take } = await world();
  const { body } = await details(`${site.origin}/mug`);
  expect(body).toEqual({
    title: "Mug",
    description: null,
    siteName: "Cups",
    price: "€8",
    imageUrl: `${site.origin}/mug-1x1-placeholder.png`,
    canonicalUrl: null,
    icon: `${site.origin}/icon.png`,
    color: "#336699",
  });
  const taken = await take(`${site.origin}/mug-1x1-placeholder.png`);
  expect(taken.body).toEqual({ picture: expect.stringMatching(/^[\da-f]{64}$/), isIcon: false });
  expect((await servedFiles(server, String(taken.body.picture))).size).toBe(7);
});

test("An open form reads the page in its owner's language", async () => {
  const asked: (string | undefined)[] = [];
  const { origin, allow, stop } = await serve(({ headers }, response) => {
    asked.push(headers["accept-language"]);
    response.writeHead(200, { "content-type": "text/html" });
    response.end("<title>Blaue Tasse</title>");
  });
  onTestFinished(stop);
  const { ada } = await world({ OUTBOUND_ALLOW: allow });
  const answer = await ada.post(
    "/api/link-details",
    { url: origin },
    { "Accept-Language": "de-CH, de;q=0.9" },
  );
  expect(await answer.json()).toMatchObject({ title: "Blaue Tasse" });
  expect(asked).toEqual(["de-CH, de;q=0.9"]);
});

test("If a page's image is not a picture, the item gets the icon on a card in the site's colour", async () => {
  const { server, take } = await world();
  for (const path of ["/tiny.png", "/fake.png", "/large.png", "/nowhere.png"]) {
    const { body } = await take(site.origin + path, `${site.origin}/icon.png`, "#336699");
    expect([path, body.isIcon]).toEqual([path, true]);
    const original =
      (await servedFiles(server, String(body.picture))).get("original.webp") ?? new Uint8Array();
    const { data, info } = await sharp(original).raw().toBuffer({ resolveWithObject: true });
    expect([info.width, info.height]).toEqual([640, 640]);
    for (const [at, value] of [0x33, 0x66, 0x99].entries())
      expect(Math.abs((data[at] ?? 0) - value)).toBeLessThan(4);
  }
});

test("An icon file contains a picture, and without any picture the answer says so", async () => {
  const { take } = await world();
  expect((await take(null, `${site.origin}/icon.ico`)).body).toMatchObject({ isIcon: true });
  const nothing = { status: 400, body: { code: "picture-missing" } };
  expect(await take(`${site.origin}/fake.png`, `${site.origin}/fake.png`)).toMatchObject(nothing);
  expect(await take("http://169.254.169.254/a.png")).toMatchObject(nothing);
  expect(await take(null)).toMatchObject(nothing);
});

test("Pictures and icons of links have all types that browsers show, and uploads only four", async () => {
  const { server, take } = await world();
  const taken = await take(`${site.origin}/mug.avif`);
  expect(taken.body).toMatchObject({ isIcon: false });
  const original = (await servedFiles(server, String(taken.body.picture))).get("original.webp");
  expect(await sharp(original).metadata()).toMatchObject({ format: "webp", width: 300, height: 300 });
  expect((await take(`${site.origin}/icon.svg`)).body).toMatchObject({ isIcon: false });
  for (const icon of ["/classic.ico", "/icon.svg"])
    expect((await take(null, site.origin + icon)).body).toMatchObject({ isIcon: true });
  for (const none of ["/tiny.avif", "/text.svg"])
    expect((await take(site.origin + none)).body).toMatchObject({ code: "picture-missing" });
  await expect(server.services.pictureEncoder.encode(await avif(300))).rejects.toMatchObject({
    code: "wrong-media-type",
  });
});

test("Icons that take too long cost the account points, as uploads do", async () => {
  const { server, ada, take } = await world();
  const { id } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  const slow = { ...server.services, pictureEncoder: new PictureEncoder({ withinMs: 0, graceMs: 0 }) };
  onTestFinished(() => slow.pictureEncoder.close());
  const icons = Array.from({ length: 3 }, () => `${site.origin}/icon.svg`);
  expect(await storeLinkPicture(slow, id, { images: [], icons, color: null })).toBeNull();
  expect((await take(null, `${site.origin}/icon.svg`)).status).toBe(429);
});

test("Each address that cannot be read is refused in a sentence of its own", async () => {
  const { details } = await world();
  const refused = [
    ["mailto:ada@example.org", 422, "link-without-page"],
    ["http://10.0.0.1/", 422, "link-inside"],
    ["http://93.184.216.34:8080/", 422, "link-unusual"],
    [`${site.origin}/nowhere`, 422, "link-not-found"],
    ["nonsense", 400, "invalid"],
  ] as const;
  const sentences = new Set<unknown>();
  for (const [url, status, code] of refused) {
    const answer = await details(url);
    expect(answer).toMatchObject({ status, body: { code } });
    sentences.add(answer.body.message);
  }
  expect(sentences.size).toBe(refused.length);
});

test("If outbound requests are switched off, the server says so", async () => {
  const { details, take } = await world({ OUTBOUND: "off" });
  expect(await details(`${site.origin}/mug`)).toMatchObject({ status: 404, body: { code: "outbound-off" } });
  expect(await take(`${site.origin}/mug-1x1-placeholder.png`)).toMatchObject({
    status: 404,
    body: { code: "outbound-off" },
  });
});

test("An account reads thirty pages per minute and five hundred per day", async () => {
  const { server, ada, details } = await world();
  const { id } = (await (await ada.get("/api/auth/me")).json()) as { id: string };
  const read = async () => {
    const statuses: number[] = [];
    for (let batch = 0; batch < 3; batch += 1)
      statuses.push(
        ...(await Promise.all(
          Array.from({ length: 11 }, async () => (await details(`${site.origin}/nowhere`)).status),
        )),
      );
    return statuses.filter((status) => status === 422).length;
  };
  expect(await read()).toBe(30);
  server.wait(61_000);
  expect(await read()).toBe(30);
  await server.services.limits.takeMany(430, ["daily-links-by-account", id]);
  server.wait(61_000);
  expect(await read()).toBe(10);
});

test("An account's other requests do not wait for slow pages", async () => {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const slow = await serve((_, response) => void released.then(() => response.end("<title>Slow</title>")));
  onTestFinished(slow.stop);
  const { ada, details } = await world({ OUTBOUND_ALLOW: slow.allow });
  const reading = Array.from({ length: 8 }, () => details(`${slow.origin}/`));
  expect((await ada.get("/api/items")).status).toBe(200);
  release();
  await Promise.all(reading);
});
