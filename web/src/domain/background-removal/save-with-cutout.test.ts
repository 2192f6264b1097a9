import { expect, test, vi } from "vitest";
import { newId } from "#platform/new-id";
import { holdPicture, isUncut, noteCut, noteUncut } from "#outbox/pictures";
import { openDevice } from "#outbox/testing/open-device";
import { emptyDraft, itemCreation } from "#domain/items/form/save-item";
import type { Tap } from "./cutout-answer";
import { saveWithCutout } from "./save-with-cutout";

async function openForm() {
  const device = openDevice();
  const { store, mutate, makeShelf } = device;
  const [shelfId, id] = [await makeShelf(), newId()];
  const picture = await holdPicture(store, new TextEncoder().encode("bowl").buffer, "image/webp");
  const draft = { ...emptyDraft(shelfId), title: "Bowl", url: "https://example.com/", picture };
  const create = async (as = id, cutout: string | null = null) =>
    mutate(await itemCreation(store, { ...draft, cutout }, as));
  const save = (
    isAwaited: boolean,
    cutout: string | null,
    saving: () => Promise<unknown>,
    tap: Tap | null = null,
  ) => saveWithCutout(device, { ...draft, cutout }, { isAwaited, tap, itemIds: [id] }, saving);
  return { store, mutate, id, picture, create, save };
}

const fail = () => Promise.reject(new Error("No room"));

test("a save during background removal leaves the cut-out pending, until no item waits for it", async () => {
  const { store, mutate, id, picture, create, save } = await openForm();
  const cutout = "0".repeat(64);
  await save(true, null, () => create());
  expect(await isUncut(store, picture)).toBe(true);
  await create(newId(), cutout);
  await noteCut(store, picture);
  expect(await isUncut(store, picture)).toBe(true);
  await save(false, cutout, () =>
    mutate({ name: "item.update", args: { id, patch: { cutout }, was: { cutout: null } } }),
  );
  await vi.waitFor(async () => expect(await isUncut(store, picture)).toBe(false));
});

test("a failed save leaves no cut-out pending that was not before", async () => {
  const { store, picture, create, save } = await openForm();
  await expect(save(true, null, fail)).rejects.toThrow("No room");
  await create();
  expect(await isUncut(store, picture)).toBe(false);
  await noteUncut(store, picture, true);
  await expect(save(true, null, fail)).rejects.toThrow("No room");
  expect(await isUncut(store, picture)).toBe(true);
});

test("a save while a tapped object is cut out keeps the wrong cut-out until then, and no pending mark", async () => {
  const { store, id, picture, create, save } = await openForm();
  const wrong = "0".repeat(64);
  await save(true, wrong, () => create(id, wrong), { x: 0.5, y: 0.5 });
  expect(await isUncut(store, picture)).toBe(false);
  expect(await store.items.get(id)).toMatchObject({ picture, cutout: wrong });
});
