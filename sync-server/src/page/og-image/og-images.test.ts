import sharp from "sharp";
import { describe, expect, test } from "vitest";
import type { Browser } from "#testing/browser";
import { bytesOf } from "#testing/browser";
import { openTestServer } from "#testing/open-test-server";
import { plainPicture } from "#testing/pictures";
import { ogImagePath } from "./plan-og-image.ts";

async function openPage() {
  const server = await openTestServer();
  const mira = await server.signedIn("mira@example.org", "Mira");
  const { id } = (await (await mira.post("/api/shelves", { name: "From the kiln", emoji: "🏺" })).json()) as {
    id: string;
  };
  const visitor = server.browser();
  const pathNow = async () => (await server.services.pages.get("mira"))?.ogImagePath ?? "";
  const colourAt = async (x: number, y: number) => {
    const drawn = sharp(await bytesOf(await visitor.get(await pathNow()))).extract({
      left: x,
      top: y,
      width: 8,
      height: 8,
    });
    const { channels } = await drawn.stats();
    return channels.map(({ mean }) => Math.round(mean));
  };
  return { server, mira, shelfId: id, visitor, pathNow, colourAt };
}

const addItem = (mira: Browser, shelfId: string, fields: Record<string, string | Blob>) =>
  mira.form("POST", `/api/shelves/${shelfId}/items`, {
    title: "Mug",
    url: "https://example.com/mug",
    ...fields,
  });

const VISITOR = { payer: "192.0.2" };
const FIRST_THING = [176, 420] as const;
const WALL = [1150, 60] as const;

describe("A page's OG image", () => {
  test("is a JPEG of the recommended size, at an address that identifies its content", async () => {
    const { visitor, pathNow, mira, shelfId } = await openPage();
    const path = await pathNow();
    const answer = await visitor.get(path);
    expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/jpeg"]);
    const { width, height, format } = await sharp(await bytesOf(answer)).metadata();
    expect([format, width, height]).toEqual(["jpeg", 1200, 630]);
    await addItem(mira, shelfId, { emoji: "🔥" });
    expect(await pathNow()).not.toBe(path);
    const old = await visitor.get(path);
    expect([old.status, old.headers.get("Location")]).toEqual([302, await pathNow()]);
  });

  test("looks like that owner's shelf: their colour, their theme, and their items", async () => {
    const { mira, shelfId, colourAt } = await openPage();
    await mira.put("/api/settings", { primaryColor: "#ff0000", isDarkMode: true });
    const [red = 0, , blue = 0] = await colourAt(...WALL);
    expect(red).toBeLessThan(128);
    expect(red).toBeGreaterThan(blue);
    await mira.put("/api/settings", { primaryColor: "#0000ff", isDarkMode: false });
    const [lessRed = 0, , moreBlue = 0] = await colourAt(...WALL);
    expect(moreBlue).toBeGreaterThan(200);
    expect(moreBlue).toBeGreaterThan(lessRed);
    const bare = await colourAt(...FIRST_THING);
    for (let at = 0; at < 5; at += 1)
      await addItem(
        mira,
        shelfId,
        at === 0 ? { image: new Blob([await plainPicture("png", 300, 300)]) } : {},
      );
    expect(await colourAt(...FIRST_THING)).not.toEqual(bare);
  });

  test("is drawn once for as long as the page is unchanged", async () => {
    const { server, mira, visitor, pathNow } = await openPage();
    const path = await pathNow();
    const [one, other] = await Promise.all([visitor.get(path), visitor.get(path)]);
    expect(Buffer.from(await bytesOf(one)).equals(Buffer.from(await bytesOf(other)))).toBe(true);
    const kept = await server.services.ogImages.get("Mira", path, VISITOR);
    expect(await server.services.ogImages.get("Mira", path, VISITOR)).toBe(kept);
    await mira.put("/api/user/settings", { emailNotifications: false });
    expect(await pathNow()).toBe(path);
    expect(await server.services.ogImages.get("Mira", path, VISITOR)).not.toBe(kept);
  });

  test("is not served for a hidden page, even if it was drawn before, nor for an unknown one", async () => {
    const { mira, visitor, pathNow } = await openPage();
    const path = await pathNow();
    expect((await visitor.get(path)).status).toBe(200);
    await mira.put("/api/user/settings", { publicProfile: false });
    for (const browser of [visitor, mira]) expect((await browser.get(path)).status).toBe(404);
    expect(await (await mira.get("/Mira")).text()).not.toContain("/media/preview/");
    for (const none of [
      "/media/preview/nobody/0123456789abcdef.jpg",
      "/media/preview/Mira/short.jpg",
      "/media/preview/..%2f/0123456789abcdef.jpg",
    ]) {
      expect([none, (await visitor.get(none)).status]).toEqual([none, 404]);
    }
  });

  test("is drawn whatever the page contains: 300 items, long names, every script, odd emoji", async () => {
    const { mira, shelfId, visitor, pathNow } = await openPage();
    for (let at = 0; at < 300; at += 1)
      expect(
        (
          await addItem(mira, shelfId, {
            title: ODD_TEXTS[at % ODD_TEXTS.length] ?? "x",
            emoji: ODD_EMOJI[at % ODD_EMOJI.length] ?? "",
          })
        ).status,
      ).toBe(200);
    for (const displayName of ODD_TEXTS) {
      expect(
        (
          await mira.put("/api/user/profile", {
            displayName: displayName.slice(0, 50).trim(),
            bio: "",
            website: "",
            location: "",
          })
        ).status,
      ).toBe(200);
      const { width, height } = await sharp(await bytesOf(await visitor.get(await pathNow()))).metadata();
      expect([displayName, width, height]).toEqual([displayName, 1200, 630]);
    }
  }, 60_000);
});

const ODD_TEXTS = [
  "W".repeat(200),
  "מירה לינדקוויסט",
  "مرحبا بالعالم ".repeat(12),
  "三浦 美優",
  "🏺🏺🏺",
  "👩‍👩‍👧‍👦 family",
  "a\u0301".repeat(60),
  "\u202Eevil\u202C",
  "Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢L̠ͨͧͩ͘G̴̻͈͍͔̹̑͗̎̅͛́Ǫ̵̹̻̝̳͂̌̌͘",
  "<svg onload=alert(1)>",
];
const ODD_EMOJI = ["🏺", "not an emoji", "🇩🇪", "1️⃣", "👩🏽‍🚀", "\u200D", "__proto__", "constructor", "", "🫩"];

test("An address depends only on what is shown", () => {
  const scene = {
    name: "x",
    username: "Mira",
    title: "",
    shelfName: "",
    shelfEmoji: "",
    background: "solid" as const,
    colours: {},
    avatar: null,
    initials: "X",
    hue: 1,
    things: [],
  };
  expect(ogImagePath(scene)).toBe(ogImagePath({ ...scene }));
  expect(ogImagePath(scene)).not.toBe(ogImagePath({ ...scene, hue: 2 }));
});
