import { expect, onTestFinished, test } from "vitest";
import { OgImageArtist } from "./og-image-artist.ts";
import type { OgImageScene } from "./og-image-scene.ts";

const SCENE: OgImageScene<Uint8Array> = {
  name: "Mira",
  username: "Mira",
  title: "",
  shelfName: "",
  shelfEmoji: "",
  background: "solid",
  colours: {},
  avatar: null,
  initials: "M",
  hue: 1,
  things: [],
};

function openArtist(timeoutMs = 15_000) {
  const artist = new OgImageArtist({ timeoutMs, idleMs: 50 });
  onTestFinished(() => artist.close());
  return artist;
}

test("One image is drawn at a time; a page with too many waiting is refused, and others are drawn", async () => {
  const artist = openArtist();
  const drawn = Array.from({ length: 3 }, () => artist.draw(SCENE));
  await expect(artist.draw(SCENE)).rejects.toThrow("very busy");
  drawn.push(artist.draw({ ...SCENE, username: "Ada" }));
  for (const bytes of await Promise.all(drawn)) expect(bytes.byteLength).toBeGreaterThan(5000);
});

test("A drawing that takes too long ends only its process: the next image is drawn by another", async () => {
  const artist = openArtist(0);
  await expect(artist.draw(SCENE)).rejects.toThrow("took too long");
  const patient = openArtist();
  await expect(patient.draw({ ...SCENE, things: null } as never)).rejects.toThrow("has failed");
  expect((await patient.draw(SCENE)).byteLength).toBeGreaterThan(5000);
});

test("An invalid picture is left out, and its item is drawn as a card", async () => {
  const artist = openArtist();
  const broken = new Uint8Array([1, 2, 3]);
  const thing = { caption: "Mug", emoji: "☕", object: "mug" as const, tint: 1, picture: broken };
  const [without, withBroken] = [
    await artist.draw({ ...SCENE, things: [{ ...thing, picture: null }] }),
    await artist.draw({ ...SCENE, avatar: broken, things: [thing] }),
  ];
  expect(Buffer.from(withBroken).equals(Buffer.from(without))).toBe(true);
});
