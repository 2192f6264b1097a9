/** A device and a server for the tests of syncing: a real (if small) IndexedDB, and a server that says whatever the test wants. */
import { refusedBefore, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { IDBFactory, IDBKeyRange } from "fake-indexeddb";
import * as v from "valibot";
import { expect, onTestFinished } from "vitest";
import { ApiFailure } from "#api/call";
import { LocalStore } from "#local-store/local-store";
import { newId } from "#local-store/new-id";
import { mutate } from "#outbox/mutate";
import { runSync } from "./run-sync";
import type { SyncServer } from "./sync-server";

export function openStore(factory = new IDBFactory()): LocalStore {
  const store = new LocalStore("ada", { indexedDB: factory, IDBKeyRange });
  onTestFinished(() => store.close());
  return store;
}

/** A server that applies everything, unless told otherwise, and refuses what is given up; it keeps what it was asked. */
export class FakeServer implements SyncServer {
  readonly requests: SyncRequest[] = [];
  readonly pictures = new Map<string, ArrayBuffer>();
  readonly calls: string[] = [];
  lastMid = 0;
  epoch = "first";
  answer: (usual: SyncResponse, request: SyncRequest) => SyncResponse | Promise<SyncResponse> = (usual) =>
    usual;
  onPut: () => void = () => {};

  async exchange(request: SyncRequest): Promise<SyncResponse> {
    this.requests.push(request);
    this.lastMid = Math.max(this.lastMid, ...request.mutations.map(({ mid }) => mid));
    const { epoch, cursor, pull, mutations } = request;
    const results = mutations.flatMap(({ mid, args }) =>
      v.is(refusedBefore, args) ? [{ mid, ...args }] : [],
    );
    return this.answer(
      {
        base: { epoch, cursor },
        epoch: this.epoch,
        cursor,
        lastMid: this.lastMid,
        floor: 0,
        lastOp: null,
        gap: false,
        reset: false,
        pulled: pull,
        more: false,
        retry: null,
        results,
        rows: [],
        gone: [],
        wants: [],
      },
      request,
    );
  }

  async hasPicture(sha256: string): Promise<boolean> {
    this.calls.push("has");
    return this.pictures.has(sha256);
  }

  async putPicture(sha256: string, _: string, bytes: ArrayBuffer): Promise<void> {
    this.calls.push("put");
    this.pictures.set(sha256, bytes);
    this.onPut();
  }
}

export const shelf = (name: string, id = newId()) => ({
  id,
  name,
  description: "",
  emoji: "📚",
  position: "a0",
});
export const makeShelf = (store: LocalStore, name: string, id = newId()) =>
  mutate(store, { name: "shelf.create", args: shelf(name, id) });
export const makeItem = (store: LocalStore, shelfId: string, picture: string | null = null) =>
  mutate(store, {
    name: "item.create",
    args: {
      id: newId(),
      shelfId,
      title: "Mug",
      url: "https://example.com/",
      description: "",
      price: "",
      emoji: "",
      picture,
      cutout: null,
      showsCutout: false,
      categoryIds: [],
      position: "a0",
    },
  });
export const names = async (store: LocalStore) =>
  (await store.shelves.toArray()).map(({ name }) => name).toSorted();
export const rowOf = (name: string, id = newId()) => ({
  table: "shelves",
  row: { ...shelf(name, id), createdAt: "2026-01-01T00:00:00.000Z" },
});

export async function synced(server: FakeServer, store: LocalStore): Promise<void> {
  expect(await runSync(store, server)).toBe("synced");
}

/** It keeps nothing of a picture, and says that this is its own fault. */
export const stumble = (server: FakeServer) => () => {
  server.pictures.clear();
  throw new ApiFailure(500, "bug", "Something went wrong on our side", [], null);
};
