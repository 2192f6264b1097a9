/** A picture that the server lacks, although this device believes that it was brought, is sent again. */
import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import { describe, expect, test } from "vitest";
import { ForeignAnswer } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { pendingCount } from "#local-store/queries";
import { holdPicture } from "#outbox/pictures";
import { isPictureGone, retryRejected } from "#outbox/rejected";
import { claimUntold, groupRejected, rejectedEntries } from "#outbox/rejected-groups";
import { FakeServer, makeItem, makeShelf, openStore, rowOf, synced } from "./fake-server";
import { runSync } from "./run-sync";

/** It refuses an item whose picture it does not have. */
function missing(server: FakeServer, row: ReturnType<typeof rowOf>) {
  return (usual: SyncResponse, { mutations }: SyncRequest): SyncResponse => ({
    ...usual,
    rows: [row],
    results: mutations.flatMap(({ mid, name, args }) => {
      const { picture } = args as { picture?: string | null };
      const isMissing =
        name === "item.create" && typeof picture === "string" && !server.pictures.has(picture);
      return isMissing ? [{ mid, code: "picture-missing", message: "Failed to process image" }] : [];
    }),
  });
}

async function itemWithPicture() {
  const [server, store] = [new FakeServer(), openStore()];
  await synced(server, store);
  const id = newId();
  await makeShelf(store, "Books", id);
  server.answer = missing(server, rowOf("Books", id));
  await synced(server, store);
  const sha256 = await holdPicture(store, new TextEncoder().encode("a picture").buffer, "image/png");
  await makeItem(store, id, sha256);
  return { server, store, sha256, shelfId: id };
}

const believe = (store: LocalStore, sha256: string) => store.pictures.update(sha256, { onServer: "yes" });
const groups = async (store: LocalStore) => groupRejected(await rejectedEntries(store));

describe("a picture that was believed to be on the server", () => {
  test("is sent again, and the change with it, without the owner's doing", async () => {
    const { server, store, sha256 } = await itemWithPicture();
    await believe(store, sha256);
    await synced(server, store);
    expect([server.calls, [...server.pictures.keys()]]).toEqual([["put"], [sha256]]);
    expect([await rejectedEntries(store), await pendingCount(store)]).toEqual([[], 0]);
    expect(server.requests.flatMap(({ mutations }) => mutations.map(({ name }) => name))).toEqual([
      "shelf.create",
      "item.create",
      "item.create",
    ]);
  });

  test("is sent by itself once: where the server lacks it again, the change waits in the tray, and Retry sends it each time", async () => {
    const { server, store, sha256 } = await itemWithPicture();
    await believe(store, sha256);
    server.onPut = () => server.pictures.clear();
    await synced(server, store);
    expect((await claimUntold(store)).map(({ code }) => code)).toEqual(["picture-missing"]);
    expect((await store.pictures.get(sha256))?.onServer).toBe("no");
    server.onPut = () => {};
    // As a build that believed any answer left it.
    await believe(store, sha256);
    const [group] = await groups(store);
    if (group) await retryRejected(store, group);
    await synced(server, store);
    expect([server.calls, [...server.pictures.keys()], await groups(store)]).toEqual([
      ["put", "put"],
      [sha256],
      [],
    ]);
  });

  test("is told as gone where this device no longer has it", async () => {
    const { server, store, sha256 } = await itemWithPicture();
    await store.pictures.delete(sha256);
    await synced(server, store);
    const [group] = await groups(store);
    expect(group && (await isPictureGone(store, group))).toBe(true);
  });

  test("leaves the tray after a reload that came in between", async () => {
    const { server, store, sha256 } = await itemWithPicture();
    await believe(store, sha256);
    const answer = server.answer;
    server.answer = async (usual, request) => {
      const answered = await answer(usual, request);
      // The next request of this run fails, and the device starts anew.
      if (answered.results.length > 0) server.exchange = async () => Promise.reject(new ForeignAnswer(200));
      return answered;
    };
    const exchange = server.exchange.bind(server);
    expect(await runSync(store, server)).toBe("foreign-answer");
    server.exchange = exchange;
    await synced(server, store);
    expect([[...server.pictures.keys()], await groups(store)]).toEqual([[sha256], []]);
  });
});

test("a picture that only another answered for stays pending, with its change, until the server has it", async () => {
  const { server, store, sha256 } = await itemWithPicture();
  server.onPut = () => {
    server.pictures.clear();
    throw new ForeignAnswer(200);
  };
  expect(await runSync(store, server)).toBe("foreign-answer");
  expect([await pendingCount(store), await groups(store)]).toEqual([1, []]);
  server.onPut = () => {};
  await synced(server, store);
  expect([[...server.pictures.keys()], await pendingCount(store)]).toEqual([[sha256], 0]);
});
