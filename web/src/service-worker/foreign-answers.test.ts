import { pictureFileTag } from "@shelv/contract/rows/picture";
import { expect, test } from "vitest";
import { foreign, type Network, NOTICE, openCaches, ORIGIN, ours } from "#service-worker/caches/fake-caches";
import { cacheLanding, cachedLanding, cachedLandingFile } from "./cached-landing.ts";
import { openLateFile } from "./late-files.ts";
import { openPage, savePage } from "#service-worker/public-pages/saved-pages";
import { openPicture, savePictures } from "#service-worker/public-pages/saved-pictures";

function openDevice() {
  const network: { answer: Network } = { answer: () => foreign() };
  const work: Promise<unknown>[] = [];
  return {
    network,
    ...openCaches(network),
    waitUntil: (one: Promise<unknown>) => void work.push(one),
    settled: () => Promise.all(work),
  };
}

const PAGE = "<h1>Mira</h1>";
const SHA = "a".repeat(64);
const PICTURE = `/media/${SHA}/320.webp`;
const LATE = "/assets/late/ort-1a2b.wasm";

test.each([200, 404, 403, 410, 451])(
  "a saved page shows, and stays, after a foreign answer %i",
  async (status) => {
    const { network, held, plant, waitUntil, settled } = openDevice();
    await plant("shelv-pages", "/mira", ours(PAGE));
    network.answer = () => foreign(status);
    const page = await openPage({
      request: new Request(`${ORIGIN}/Mira`),
      waitUntil,
      known: async () => undefined,
    });
    await settled();
    expect([await page?.text(), await held("shelv-pages")]).toEqual([PAGE, { "/mira": PAGE }]);
  },
);

test.each([404, 410, 451])(
  "the server's own %i deletes a saved page, and its answer shows instead",
  async (status) => {
    const { network, held, plant, waitUntil, settled } = openDevice();
    await plant("shelv-pages", "/mira", ours(PAGE));
    const open = async () =>
      (
        await openPage({ request: new Request(`${ORIGIN}/Mira`), waitUntil, known: async () => undefined })
      )?.text();
    network.answer = () => ours("nobody", { status });
    expect(await open()).toBe("nobody");
    await settled();
    expect(await held("shelv-pages")).toEqual({});
    network.answer = () => ours("<h1>Mira anew</h1>");
    expect(await open()).toBe("<h1>Mira anew</h1>");
    await settled();
    expect(await held("shelv-pages")).toEqual({ "/mira": "<h1>Mira anew</h1>" });
  },
);

test("without a saved copy the network's answer shows, and is not saved", async () => {
  const { held, waitUntil, settled } = openDevice();
  const page = await openPage({
    request: new Request(`${ORIGIN}/Mira`),
    waitUntil,
    known: async () => undefined,
  });
  await savePage(`${ORIGIN}/Mira`);
  await settled();
  expect([await page?.text(), await held("shelv-pages")]).toEqual([NOTICE, {}]);
});

test("a maintenance page saved as a public page is not shown, and is deleted", async () => {
  const { network, held, plant, waitUntil, settled } = openDevice();
  await plant("shelv-pages", "/mira", foreign());
  network.answer = () => Promise.reject(new TypeError("offline"));
  expect(
    await openPage({ request: new Request(`${ORIGIN}/Mira`), waitUntil, known: async () => undefined }),
  ).toBeNull();
  await settled();
  expect(await held("shelv-pages")).toEqual({});
});

const pictureAnswer = (headers: Record<string, string> = {}) =>
  ours("bytes", {
    headers: { "Content-Type": "image/webp", ETag: pictureFileTag(SHA, "320.webp"), ...headers },
  });

test("a picture is saved if its type and its tag prove that it is the right one", async () => {
  const { network, held } = openDevice();
  const save = () => savePictures([ORIGIN + PICTURE], { form: "just this" });
  for (const answer of [
    () => foreign(),
    () => pictureAnswer({ "Content-Type": "text/html" }),
    () => pictureAnswer({ ETag: pictureFileTag("b".repeat(64), "320.webp") }),
  ]) {
    network.answer = answer;
    await save();
    expect(await held("shelv-pictures")).toEqual({});
  }
  network.answer = () => pictureAnswer({ ETag: `W/${pictureFileTag(SHA, "320.webp")}` });
  await save();
  expect(await held("shelv-pictures")).toEqual({ [PICTURE]: "bytes" });
});

test("a wrongly cached picture is fetched again past the HTTP cache, and another form of it shows until then", async () => {
  const { network, held, plant, waitUntil, settled } = openDevice();
  const open = async () => (await openPicture(new Request(ORIGIN + PICTURE), waitUntil)).text();
  await plant("shelv-pictures", PICTURE, foreign());
  await plant("shelv-pictures", PICTURE.replace("320", "640"), ours("larger"));
  expect(await open()).toBe("larger");
  network.answer = (_, init) => (init?.cache === "reload" ? pictureAnswer() : foreign());
  expect(await open()).toBe("bytes");
  await settled();
  expect(await held("shelv-pictures")).toMatchObject({ [PICTURE]: "bytes" });
});

test("a foreign answer is not cached as a late file, and one that was is fetched again", async () => {
  const { network, held, plant, waitUntil, settled } = openDevice();
  const open = async () => (await openLateFile(new Request(ORIGIN + LATE), waitUntil)).text();
  await plant("shelv-late", LATE, foreign());
  expect(await open()).toBe(NOTICE);
  await settled();
  expect(await held("shelv-late")).toEqual({});
  network.answer = () => ours("wasm");
  expect(await open()).toBe("wasm");
  await settled();
  expect(await held("shelv-late")).toEqual({ [LATE]: "wasm" });
});

test("the landing page is cached complete and from the server, or stays as it was", async () => {
  const { network, held, plant } = openDevice();
  const html = '<script src="/assets/landing-1.js"></script>';
  const answers = (file: () => Response) => (address: string) =>
    address.endsWith(".html") ? ours(html) : file();
  await cacheLanding();
  network.answer = answers(foreign);
  await expect(cacheLanding()).rejects.toThrow("did not come from the server");
  expect(await held("shelv-landing")).toEqual({});
  network.answer = answers(() => ours("script"));
  await cacheLanding();
  const whole = { "/landing.html": html, "/assets/landing-1.js": "script" };
  expect(await held("shelv-landing")).toEqual(whole);
  network.answer = () => foreign();
  await cacheLanding();
  expect(await held("shelv-landing")).toEqual(whole);

  await plant("shelv-landing", "/assets/landing-1.js", foreign());
  await plant("shelv-landing", "/landing.html", foreign());
  expect([
    await cachedLanding(),
    await cachedLandingFile(new Request(`${ORIGIN}/assets/landing-1.js`)),
  ]).toEqual([undefined, undefined]);
  network.answer = answers(() => ours("script"));
  await cacheLanding();
  expect(await held("shelv-landing")).toEqual(whole);
});
