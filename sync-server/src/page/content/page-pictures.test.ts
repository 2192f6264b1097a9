import { brotliCompressSync } from "node:zlib";
import { expect, onTestFinished, test, vi } from "vitest";
import { sha256Of } from "#pictures/store-picture";
import type { Browser } from "#testing/browser";
import { Device, newItem, newShelf, sent } from "#testing/device";
import { openTestServer } from "#testing/open-test-server";
import { PictureOwner } from "#testing/picture-owner";
import { movingPicture, picture, plainPicture } from "#testing/pictures";

const ITEMS = 36;
const TIMEOUT_MS = 60_000;
const FIRST_WINDOW_BYTES = 8 * 1024;

async function withShelf() {
  const server = await openTestServer();
  const mira = await server.signedIn("mira@example.org", "mira");
  const { id } = (await (await mira.post("/api/shelves", { name: "From the kiln" })).json()) as {
    id: string;
  };
  // The build removes comments from the style sheets.
  const pageBytes = async () =>
    brotliCompressSync((await (await server.browser().get("/mira")).text()).replace(/\/\*.*?\*\//gs, ""))
      .byteLength;
  return { server, mira, shelfId: id, pageBytes };
}

const add = (mira: Browser, shelfId: string, title: string, image?: Uint8Array<ArrayBuffer>) =>
  mira.form("POST", `/api/shelves/${shelfId}/items`, {
    title,
    url: `https://example.com/${title}`,
    price: "$19.99",
    ...(image ? { image: new Blob([image]) } : {}),
  });

test("A page names only stored pictures, and draws each in its own shape", async () => {
  const { server, mira, shelfId } = await withShelf();
  const pictures = [
    await plainPicture("jpeg", 800, 600),
    await picture("png", { width: 100, height: 300 }),
    await picture("png", { width: 4, height: 4 }),
    await movingPicture("gif"),
  ];
  for (const [at, image] of pictures.entries())
    expect((await add(mira, shelfId, `thing-${at}`, image)).status).toBe(200);
  const html = await (await server.browser().get("/mira")).text();
  const named = new Set(
    html.match(/\/media\/[^\s",)]+/g)?.filter((path) => !path.startsWith("/media/fonts/")),
  );
  expect(named.size).toBe(6 + 2 + 2 + 2);
  for (const path of named) expect([path, (await server.browser().get(path)).status]).toEqual([path, 200]);
  const shapes = [...html.matchAll(/<img[^>]* width="(\d+)" height="(\d+)"/g)].map(([, width, height]) => [
    Number(width),
    Number(height),
  ]);
  expect(shapes).toEqual([
    [800, 600],
    [100, 300],
    [4, 4],
    [320, 240],
  ]);
});

test("An item whose picture is still on a device shows without it until it is uploaded", async () => {
  const server = await openTestServer();
  const mira = await PictureOwner.of(server, "mira");
  const device = await Device.of(mira.browser);
  const [bytes, shelf] = [await plainPicture("png", 330, 100), newShelf("From the kiln")];
  const sha256 = sha256Of(bytes);
  const item = newItem(shelf.id, "Bowl", { picture: sha256 });
  await device.sync([
    sent(1, "shelf.create", shelf),
    sent(2, "item.create", item),
    sent(3, "item.delete", { id: item.id }),
    sent(4, "item.restore", { id: item.id }),
  ]);
  const page = async () => (await server.browser().get("/mira")).text();
  expect(await page()).toContain("Bowl");
  expect(await page()).not.toContain(sha256);
  expect((await mira.put(bytes)).status).toBe(204);
  expect(await page()).toContain(sha256);
});

test(
  "A page of 36 items fits the first packets, even with drawn objects or pictures on all of them",
  async () => {
    // Ids contain the time: a slow machine's differ more, and compress less.
    vi.useFakeTimers({ toFake: ["Date"] });
    onTestFinished(() => void vi.useRealTimers());
    const { server, mira, shelfId, pageBytes } = await withShelf();
    for (let at = 0; at < ITEMS; at += 1) await add(mira, shelfId, `thing-${at}`);
    const items = (await (await mira.get("/api/items")).json()) as { id: string }[];
    const drawn = await pageBytes();
    expect(drawn).toBeLessThan(FIRST_WINDOW_BYTES);
    for (const { id } of items) await mira.form("PATCH", `/api/items/${id}`, { emoji: "☕" });
    expect(await pageBytes()).toBeLessThan(Math.min(drawn, FIRST_WINDOW_BYTES * 0.75));
    for (const [at, { id }] of items.entries()) {
      await mira.form("PATCH", `/api/items/${id}`, {
        image: new Blob([await plainPicture("png", 330, 100 + at)]),
      });
    }
    const html = await (await server.browser().get("/mira")).text();
    expect(html.match(/<source/g)).toHaveLength(ITEMS);
    expect(await pageBytes()).toBeLessThan(FIRST_WINDOW_BYTES);
  },
  TIMEOUT_MS,
);
