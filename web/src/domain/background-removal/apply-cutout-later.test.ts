import { expect, onTestFinished, test, vi } from "vitest";
import type { CutoutAnswer } from "./cutout-answer";
import { newId } from "#platform/new-id";
import { holdPicture, isHeld, isUncut, noteUncut } from "#outbox/pictures";
import { openDevice } from "#outbox/testing/open-device";
import { emptyDraft, itemCreation, type ItemDraft } from "#domain/items/form/save-item";
import { applyCutoutLater } from "./apply-cutout-later";

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const cutout = (): CutoutAnswer => ({ bytes: bytesOf("cut"), type: "image/webp" });

async function savedInAHurry() {
  const device = openDevice();
  const { store, mutate, makeShelf } = device;
  const [shelfId, id] = [await makeShelf(), newId()];
  const pictureOf = (text: string) => holdPicture(store, bytesOf(text), "image/webp");
  const [picture, other] = [await pictureOf("bowl"), await pictureOf("mug")];
  await noteUncut(store, picture, true);
  await mutate(
    await itemCreation(
      store,
      { ...emptyDraft(shelfId), title: "Bowl", url: "https://example.com/", picture },
      id,
    ),
  );
  let left = 0;
  const setIt = (
    made: Promise<CutoutAnswer | null>,
    itemIds = [newId(), id],
    replaces: string | null = null,
  ) => applyCutoutLater(device, { picture, itemIds, replaces }, { result: made, leave: () => (left += 1) });
  const stateNow = async () => ({
    item: await store.items.get(id),
    isPending: await isUncut(store, picture),
    hasLeft: left > 0,
  });
  return { store, mutate, id, picture, other, cutoutSha: await sha256Of("cut"), setIt, stateNow };
}

const sha256Of = async (text: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytesOf(text))).toString("hex");

function offlinePage() {
  const page = new EventTarget();
  const heard: string[] = [];
  vi.stubGlobal("addEventListener", page.addEventListener.bind(page));
  vi.stubGlobal("fetch", async (path: string) => {
    heard.push(path);
    throw new TypeError("No network");
  });
  onTestFinished(() => void vi.unstubAllGlobals());
  return { heard, comeOnline: () => page.dispatchEvent(new Event("online")) };
}

test("a cut-out that is ready after the save is applied to the item, and shown", async () => {
  const { store, picture, cutoutSha, setIt, stateNow } = await savedInAHurry();
  const { item: before } = await stateNow();
  await setIt(Promise.resolve(cutout()));
  expect(await stateNow()).toEqual({
    item: { ...before, picture, cutout: cutoutSha, showsCutout: true },
    isPending: false,
    hasLeft: true,
  });
  expect(await store.pictures.get(cutoutSha)).toBeDefined();
});

test.each<[string, Partial<ItemDraft>, boolean]>([
  ["another picture", { picture: "other" }, true],
  ["none", { picture: null }, true],
  ["a cut-out", { cutout: "0".repeat(64) }, false],
])(
  "an item that has %s by then stays unchanged, and the cut-out is not kept in memory",
  async (_, edit, isPending) => {
    const { store, mutate, id, other, cutoutSha, setIt, stateNow } = await savedInAHurry();
    const patch = {
      ...edit,
      ...(edit.picture === undefined ? {} : { picture: edit.picture && other }),
    };
    await mutate({ name: "item.update", args: { id, patch, was: {} } });
    const { item: before } = await stateNow();
    await setIt(Promise.resolve(cutout()));
    expect(await stateNow()).toEqual({ item: before, isPending, hasLeft: true });
    expect(isHeld(store, cutoutSha)).toBe(false);
  },
);

test("the cut-out of a deleted item stays pending, in case the item is restored", async () => {
  const { mutate, id, setIt, stateNow } = await savedInAHurry();
  await mutate({ name: "item.delete", args: { id } });
  await setIt(Promise.resolve(cutout()));
  await mutate({ name: "item.restore", args: { id } });
  expect(await stateNow()).toMatchObject({ item: { cutout: null }, isPending: true });
});

test.each<[string, Promise<CutoutAnswer | null>, boolean]>([
  ["there is no object", Promise.resolve({ problem: "nothing" }), false],
  ["it failed", Promise.resolve({ problem: "failed" }), false],
  ["the job was cancelled", Promise.resolve(null), true],
])(
  "if %s the item stays unchanged, and the cut-out is pending only if there may be one",
  async (_, made, isPending) => {
    const { setIt, stateNow } = await savedInAHurry();
    const { item: before } = await stateNow();
    await setIt(made);
    expect(await stateNow()).toEqual({ item: before, isPending, hasLeft: true });
  },
);

test("after a device failure the cut-out stays pending", async () => {
  const { setIt, stateNow } = await savedInAHurry();
  await setIt(Promise.reject(new Error("The local store is lost")));
  expect(await stateNow()).toMatchObject({ isPending: true, hasLeft: true });
});

test("an item saved twice during background removal gets its cut-out once", async () => {
  const { store, setIt } = await savedInAHurry();
  const made = Promise.resolve(cutout());
  await Promise.all([setIt(made), setIt(made)]);
  expect((await store.outbox.toArray()).map(({ name }) => name)).toEqual([
    "shelf.create",
    "item.create",
    "item.update",
  ]);
});

test("a tapped cut-out replaces the wrong one that it was asked for, and no other", async () => {
  const { mutate, id, picture, cutoutSha, setIt, stateNow } = await savedInAHurry();
  const wrong = "0".repeat(64);
  const patch = { picture, cutout: wrong, showsCutout: true };
  await mutate({
    name: "item.update",
    args: { id, patch, was: { picture, cutout: null, showsCutout: false } },
  });
  await setIt(Promise.resolve(cutout()), [id], "1".repeat(64));
  expect(await stateNow()).toMatchObject({ item: { cutout: wrong } });
  await setIt(Promise.resolve(cutout()), [id], wrong);
  expect(await stateNow()).toMatchObject({ item: { picture, cutout: cutoutSha, showsCutout: true } });
});

test("a cut-out that cannot be saved is released, and stays pending", async () => {
  const { store, cutoutSha, setIt, stateNow } = await savedInAHurry();
  store.outbox.hook("creating", () => {
    throw new Error("No room");
  });
  await setIt(Promise.resolve(cutout()));
  expect(isHeld(store, cutoutSha)).toBe(false);
  expect(await stateNow()).toMatchObject({ item: { cutout: null }, isPending: true });
});

test("a cut-out that a form uses by now stays in memory", async () => {
  const { store, cutoutSha, setIt } = await savedInAHurry();
  await holdPicture(store, bytesOf("cut"), "image/webp");
  store.outbox.hook("creating", () => {
    throw new Error("No room");
  });
  await setIt(Promise.resolve(cutout()));
  expect(isHeld(store, cutoutSha)).toBe(true);
});

test("offline it waits once per picture, and not for a signed-out account", async () => {
  const { heard, comeOnline } = offlinePage();
  const { store, setIt, stateNow } = await savedInAHurry();
  const begun = vi.spyOn(store.pictures, "get");
  const notHere = Promise.resolve<CutoutAnswer>({ problem: "not-here" });
  await Promise.all([setIt(notHere), setIt(notHere), setIt(notHere)]);
  expect(await stateNow()).toMatchObject({ isPending: true });

  const items = vi.spyOn(store.items, "bulkGet");
  comeOnline();
  expect(items).toHaveBeenCalledTimes(1);
  comeOnline();
  expect(items).toHaveBeenCalledTimes(1);
  await vi.waitFor(() => expect(begun).toHaveBeenCalled());

  await setIt(notHere);
  store.on("versionchange").fire(Object.assign(new Event("versionchange"), { newVersion: null }));
  expect(store.isGone).toBe(true);
  comeOnline();
  expect(items).toHaveBeenCalledTimes(1);
  expect(heard).toEqual([]);
});
