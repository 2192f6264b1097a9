import { expect, test } from "vitest";
import { newId } from "#platform/new-id";
import { openDevice } from "#outbox/testing/open-device";
import { emptyDraft, itemCreation } from "#domain/items/form/save-item";
import type { CutoutAnswer } from "./cutout-answer";
import { cutOutLinkPictures } from "./cut-out-link-pictures";

const PICTURE = "a".repeat(64);
const cut = (): CutoutAnswer => ({ bytes: new TextEncoder().encode("cut").buffer, type: "image/webp" });

async function uncutItem(more: { cutout?: string } = {}) {
  const device = openDevice();
  const [shelfId, id] = [await device.makeShelf(), newId()];
  const draft = { ...emptyDraft(shelfId), title: "Pan", url: "https://example.com/pan", picture: PICTURE };
  await device.mutate(await itemCreation(device.store, { ...draft, ...more, details: "uncut" }, id));
  const item = async () => (await device.store.items.get(id)) ?? null;
  return { ...device, id, item };
}

test("a picture from a page gets its cut-out once, and the item waits for nothing more", async () => {
  const { id, item, ...owner } = await uncutItem();
  const asked: string[] = [];
  const cutOut = async (_: unknown, picture: string) => {
    asked.push(picture);
    return cut();
  };
  await cutOutLinkPictures(owner, [id], { cutOut });
  await cutOutLinkPictures(owner, [id], { cutOut });
  expect(asked).toEqual([PICTURE]);
  expect(await item()).toMatchObject({ picture: PICTURE, showsCutout: true, details: null });
  expect((await item())?.cutout).not.toBeNull();
});

test("without a clear outline the picture stays as it is, and no device asks again", async () => {
  const { id, item, ...owner } = await uncutItem();
  await cutOutLinkPictures(owner, [id], { cutOut: async () => ({ problem: "nothing" }) });
  expect(await item()).toMatchObject({ picture: PICTURE, cutout: null, showsCutout: false, details: null });
});

test("a device that cannot remove backgrounds leaves the picture to another one", async () => {
  const { id, item, ...owner } = await uncutItem();
  await cutOutLinkPictures(owner, [id], { cutOut: async () => ({ problem: "protected" }) });
  expect((await item())?.details).toBe("uncut");
});

test("a cut-out that the owner made since stays", async () => {
  const { id, item, ...owner } = await uncutItem();
  const mine = "b".repeat(64);
  await cutOutLinkPictures(owner, [id], {
    cutOut: async () => {
      await owner.mutate({
        name: "item.update",
        args: { id, patch: { cutout: mine }, was: { cutout: null } },
      });
      return cut();
    },
  });
  expect(await item()).toMatchObject({ cutout: mine, details: null });
});

test("another device waits first, and does nothing if the first one was faster", async () => {
  const { id, item, ...owner } = await uncutItem();
  await owner.store.outbox.clear();
  let waits = 0;
  const asked: string[] = [];
  const waitMs = () => {
    waits += 1;
    return 0;
  };
  await owner.store.items.update(id, { details: null });
  await cutOutLinkPictures(owner, [id], { waitMs, cutOut: async () => (asked.push(id), cut()) });
  expect([waits, asked, (await item())?.cutout]).toEqual([1, [], null]);
});
