import { expect, onTestFinished, test } from "vitest";
import { PreviewArtist } from "./preview-artist.ts";
import type { PreviewScene } from "./preview-scene.ts";

const SCENE: PreviewScene<Uint8Array> = {
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

function openArtist(patienceMs = 15_000) {
  const artist = new PreviewArtist({ patienceMs, idleMs: 50 });
  onTestFinished(() => artist.close());
  return artist;
}

test("One picture is drawn at a time, and when too many wait the next is refused", async () => {
  const artist = openArtist();
  const drawn = Array.from({ length: 20 }, () => artist.draw(SCENE));
  expect(() => artist.draw(SCENE)).toThrow("Too much");
  for (const bytes of await Promise.all(drawn)) expect(bytes.byteLength).toBeGreaterThan(5000);
});

test("What takes too long costs no more than the thread: the next picture is drawn by another", async () => {
  const artist = openArtist(0);
  await expect(artist.draw(SCENE)).rejects.toThrow("took too long");
  const patient = openArtist();
  await expect(patient.draw({ ...SCENE, things: null } as never)).rejects.toThrow("could not be drawn");
  expect((await patient.draw(SCENE)).byteLength).toBeGreaterThan(5000);
});

test("A picture that is none is left out, and its thing stands there as a card", async () => {
  const artist = openArtist();
  const broken = new Uint8Array([1, 2, 3]);
  const thing = { caption: "Mug", emoji: "☕", tint: 1, picture: broken };
  const [without, withBroken] = [
    await artist.draw({ ...SCENE, things: [{ ...thing, picture: null }] }),
    await artist.draw({ ...SCENE, avatar: broken, things: [thing] }),
  ];
  expect(Buffer.from(withBroken).equals(Buffer.from(without))).toBe(true);
});
