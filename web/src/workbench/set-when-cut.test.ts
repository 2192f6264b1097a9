import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import { expect, onTestFinished, test, vi } from "vitest";
import type { CutoutAnswer } from "#images/cutout-answer";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { mutate } from "#outbox/mutate";
import { holdPicture, isHeld, isUncut, noteUncut } from "#outbox/pictures";
import { emptyDraft, itemCreation, type ItemDraft } from "./save-item";
import { setWhenCut } from "./set-when-cut";

const bytesOf = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;
const cutout = (isGood = true): CutoutAnswer => ({ bytes: bytesOf("cut"), type: "image/webp", isGood });

/** An item that is saved with a picture whose cut-out is owed. */
async function savedInAHurry() {
  const store = new LocalStore("ada", { indexedDB: new IDBFactory(), IDBKeyRange });
  onTestFinished(() => store.close());
  const [shelfId, id] = [newId(), newId()];
  const pictureOf = (text: string) => holdPicture(store, bytesOf(text), "image/webp");
  const [picture, other] = [await pictureOf("bowl"), await pictureOf("mug")];
  await mutate(store, {
    name: "shelf.create",
    args: { id: shelfId, name: "Books", description: "", emoji: "", position: "a0" },
  });
  await noteUncut(store, picture, true);
  await mutate(
    store,
    await itemCreation(
      store,
      { ...emptyDraft(shelfId), title: "Bowl", url: "https://example.com/", picture },
      id,
    ),
  );
  let left = 0;
  const owner = { store, mutate: (mutations: Parameters<typeof mutate>[1]) => mutate(store, mutations) };
  const setIt = (made: Promise<CutoutAnswer | null>, itemIds = [newId(), id]) =>
    setWhenCut(owner, { picture, itemIds }, { result: made, leave: () => (left += 1) });
  const stands = async () => ({
    item: await store.items.get(id),
    isOwed: await isUncut(store, picture),
    hasLeft: left > 0,
  });
  return { store, id, picture, other, cutoutSha: await sha256Of("cut"), setIt, stands };
}

const sha256Of = async (text: string) =>
  Buffer.from(await crypto.subtle.digest("SHA-256", bytesOf(text))).toString("hex");

/** A page whose network comes back when told so. */
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

test.each([true, false])(
  "what was cut out once the form was saved comes onto its item, shown where it is good: %s",
  async (showsCutout) => {
    const { store, picture, cutoutSha, setIt, stands } = await savedInAHurry();
    const { item: before } = await stands();
    await setIt(Promise.resolve(cutout(showsCutout)));
    expect(await stands()).toEqual({
      item: { ...before, picture, cutout: cutoutSha, showsCutout },
      isOwed: false,
      hasLeft: true,
    });
    expect(await store.pictures.get(cutoutSha)).toBeDefined();
  },
);

test.each<[string, Partial<ItemDraft>, boolean]>([
  ["another picture", { picture: "other" }, true],
  ["none", { picture: null }, true],
  ["a cut-out", { cutout: "0".repeat(64) }, false],
])(
  "where the item has %s by then, it stays as it is, and what was made is not held",
  async (_, meanwhile, owed) => {
    const { store, id, other, cutoutSha, setIt, stands } = await savedInAHurry();
    const patch = {
      ...meanwhile,
      ...(meanwhile.picture === undefined ? {} : { picture: meanwhile.picture && other }),
    };
    await mutate(store, { name: "item.update", args: { id, patch, was: {} } });
    const { item: before } = await stands();
    await setIt(Promise.resolve(cutout()));
    expect(await stands()).toEqual({ item: before, isOwed: owed, hasLeft: true });
    expect(isHeld(store, cutoutSha)).toBe(false);
  },
);

test("an item that was deleted meanwhile is owed it still, should it come back", async () => {
  const { store, id, setIt, stands } = await savedInAHurry();
  await mutate(store, { name: "item.delete", args: { id } });
  await setIt(Promise.resolve(cutout()));
  await mutate(store, { name: "item.restore", args: { id } });
  expect(await stands()).toMatchObject({ item: { cutout: null }, isOwed: true });
});

test.each<[string, Promise<CutoutAnswer | null>, boolean]>([
  ["nothing stands out", Promise.resolve({ problem: "nothing" }), false],
  ["it failed", Promise.resolve({ problem: "failed" }), false],
  ["it was given up", Promise.resolve(null), true],
])(
  "where %s the item stays as it is, and the cut-out is owed only where there may be one",
  async (_, made, owed) => {
    const { setIt, stands } = await savedInAHurry();
    const { item: before } = await stands();
    await setIt(made);
    expect(await stands()).toEqual({ item: before, isOwed: owed, hasLeft: true });
  },
);

test("where this device was in the way it is still owed", async () => {
  const { setIt, stands } = await savedInAHurry();
  await setIt(Promise.reject(new Error("The local store is lost")));
  expect(await stands()).toMatchObject({ isOwed: true, hasLeft: true });
});

test("an item that was saved twice in a hurry gets it once", async () => {
  const { store, setIt } = await savedInAHurry();
  const made = Promise.resolve(cutout());
  await Promise.all([setIt(made), setIt(made)]);
  expect((await store.outbox.toArray()).map(({ name }) => name)).toEqual([
    "shelf.create",
    "item.create",
    "item.update",
  ]);
});

test("what could not be kept is held no longer, and is still owed", async () => {
  const { store, cutoutSha, setIt, stands } = await savedInAHurry();
  store.outbox.hook("creating", () => {
    throw new Error("No room");
  });
  await setIt(Promise.resolve(cutout()));
  expect(isHeld(store, cutoutSha)).toBe(false);
  expect(await stands()).toMatchObject({ item: { cutout: null }, isOwed: true });
});

test("what a form came to hold meanwhile stays held", async () => {
  const { store, cutoutSha, setIt } = await savedInAHurry();
  await holdPicture(store, bytesOf("cut"), "image/webp");
  store.outbox.hook("creating", () => {
    throw new Error("No room");
  });
  await setIt(Promise.resolve(cutout()));
  expect(isHeld(store, cutoutSha)).toBe(true);
});

test("without a network it waits once for each picture, and not for an account that was signed out", async () => {
  const { heard, comeOnline } = offlinePage();
  const { store, setIt, stands } = await savedInAHurry();
  const begun = vi.spyOn(store.pictures, "get");
  const notHere = Promise.resolve<CutoutAnswer>({ problem: "not-here" });
  await Promise.all([setIt(notHere), setIt(notHere), setIt(notHere)]);
  expect(await stands()).toMatchObject({ isOwed: true });

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
