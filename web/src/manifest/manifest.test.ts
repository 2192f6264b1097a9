import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import { SCREEN_PATHS } from "@shelv/contract/paths";
import sharp from "sharp";
import { describe, expect, test } from "vitest";
import { isScreenPath, requestPolicy } from "#service-worker/request-policy";
import { manifest } from "./manifest.ts";

const PUBLIC = join(import.meta.dirname, "../../public");
const pictures = [
  ...(manifest.icons ?? []),
  ...(manifest.shortcuts ?? []).flatMap(({ icons }) => icons ?? []),
  ...(manifest.screenshots ?? []),
];

test.each(pictures.map((picture) => [picture.src, picture]))(
  "%s is a file of the kind and size that is said",
  async (_, { src, type, sizes }) => {
    const { format, width, height } = await sharp(join(PUBLIC, src)).metadata();
    expect([`image/${format}`, sizes === "any" ? "any" : `${width}x${height}`]).toEqual([
      type?.replace("+xml", ""),
      sizes,
    ]);
  },
);

test("a maskable icon fills its square, and its content is inside the safe circle", async () => {
  const maskable = (manifest.icons ?? []).filter(({ purpose }) => purpose === "maskable");
  expect(maskable.length).toBeGreaterThan(0);
  for (const { src } of maskable) {
    const { isOpaque } = await sharp(join(PUBLIC, src)).stats();
    expect([src, isOpaque]).toEqual([src, true]);
    expect(await farthestColorful(join(PUBLIC, src))).toBeLessThan(0.4);
  }
});

/** As a share of the side: the wall is nearly grey. */
async function farthestColorful(path: string): Promise<number> {
  const { data, info } = await sharp(path).removeAlpha().raw().toBuffer({ resolveWithObject: true });
  let farthest = 0;
  for (let at = 0; at < data.length; at += info.channels) {
    const [red = 0, green = 0, blue = 0] = data.subarray(at, at + 3);
    if (Math.max(red, green, blue) - Math.min(red, green, blue) < 45) continue;
    const pixel = at / info.channels;
    const [x, y] = [pixel % info.width, Math.floor(pixel / info.width)];
    farthest = Math.max(farthest, Math.hypot(x - info.width / 2, y - info.height / 2) / info.width);
  }
  return farthest;
}

test("the iOS icon has no transparency, which iOS would paint black", async () => {
  expect((await sharp(join(PUBLIC, "icons/apple-touch-icon.png")).stats()).isOpaque).toBe(true);
});

test("the screenshots weigh less than 300 KB together, and the manifest lists each of them", async () => {
  const named = (manifest.screenshots ?? []).map(({ src }) => src);
  const there = (await readdir(join(PUBLIC, "screenshots"))).map((name) => `/screenshots/${name}`);
  expect(there.toSorted()).toEqual(named.toSorted());
  const sizes = await Promise.all(named.map(async (src) => (await stat(join(PUBLIC, src))).size));
  expect(sizes.reduce((sum, size) => sum + size, 0)).toBeLessThan(300 * 1024);
  for (const form of ["narrow", "wide"])
    expect(manifest.screenshots?.some(({ form_factor }) => form_factor === form)).toBe(true);
});

describe("the installed app", () => {
  test("has an id that does not depend on its start address", () => {
    expect([manifest.id, manifest.start_url]).toEqual(["/", SCREEN_PATHS.shelves]);
  });

  test.each([manifest.start_url ?? "", ...(manifest.shortcuts ?? []).map(({ url }) => url)])(
    "opens a screen of the app: %s",
    (url) => {
      expect(isScreenPath(new URL(url, "https://shelv.example").pathname)).toBe(true);
    },
  );

  test("has the share target that the service worker handles", () => {
    const { action, method, enctype } = manifest.share_target ?? { action: "" };
    const request = {
      method: method ?? "",
      mode: "navigate",
      url: new URL(action, "https://shelv.example").href,
    };
    expect([requestPolicy(request, "https://shelv.example"), enctype]).toEqual([
      "share",
      "multipart/form-data",
    ]);
  });

  test("has the editor's colours, in both themes", async () => {
    const [html, css] = await Promise.all([
      readFile(join(PUBLIC, "../index.html"), "utf8"),
      readFile(join(PUBLIC, "../src/ui/theme/colors.css"), "utf8"),
    ]);
    const [day, night] = [...css.matchAll(/--bench: (#\w+)/g)].map(([, color]) => color);
    expect([manifest.theme_color, manifest.background_color]).toEqual([day, day]);
    const described = [
      ...html.matchAll(/name="theme-color" content="(#\w+)" media="\(prefers-color-scheme: (\w+)\)"/g),
    ].map(([, color, scheme]) => [scheme, color]);
    expect(described).toEqual([
      ["light", day],
      ["dark", night],
    ]);
  });
});
