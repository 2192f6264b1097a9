import { expect, onTestFinished, test } from "vitest";
import { SHARED_QUEUES } from "#jobs/shared-queues";
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

const { waiting } = SHARED_QUEUES.ogImages.ofPayer;

test("A network that asks for many images has few waiting, whose pictures are not read yet; others' are drawn", async () => {
  const artist = openArtist();
  let read = 0;
  const scene = async () => {
    read += 1;
    return SCENE;
  };
  const drawn = Array.from({ length: 1 + waiting }, () => artist.draw(scene, "192.0.2"));
  await expect(artist.draw(scene, "192.0.2")).rejects.toThrow("very busy");
  expect(read).toBe(1);
  drawn.push(artist.draw(scene, "198.51.100"));
  for (const bytes of await Promise.all(drawn)) expect(bytes.byteLength).toBeGreaterThan(5000);
});

test("A drawing that takes too long ends only its process: the next image is drawn by another", async () => {
  const artist = openArtist(0);
  await expect(artist.draw(async () => SCENE, "")).rejects.toThrow("took too long");
  const patient = openArtist();
  await expect(patient.draw(async () => ({ ...SCENE, things: null }) as never, "")).rejects.toThrow(
    "has failed",
  );
  expect((await patient.draw(async () => SCENE, "")).byteLength).toBeGreaterThan(5000);
});

test("An invalid picture is left out, and its item is drawn as a card", async () => {
  const artist = openArtist();
  const broken = new Uint8Array([1, 2, 3]);
  const thing = { caption: "Mug", emoji: "☕", object: "mug" as const, tint: 1, picture: broken };
  const [without, withBroken] = [
    await artist.draw(async () => ({ ...SCENE, things: [{ ...thing, picture: null }] }), ""),
    await artist.draw(async () => ({ ...SCENE, avatar: broken, things: [thing] }), ""),
  ];
  expect(Buffer.from(withBroken).equals(Buffer.from(without))).toBe(true);
});
