import { refusedBefore, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import { newItem, newShelf, shelfRow } from "@shelv/contract/testing/rows";
import * as v from "valibot";
import { expect } from "vitest";
import type { LocalStore } from "#local-store/local-store";
import { newId } from "#platform/new-id";
import { mutate } from "#outbox/mutate";
import { runSync } from "#sync/run-sync";
import type { SyncServer } from "#sync/sync-server";

export class FakeServer implements SyncServer {
  readonly requests: SyncRequest[] = [];
  readonly pictures = new Map<string, ArrayBuffer>();
  readonly calls: string[] = [];
  lastMid = 0;
  epoch = "first";
  answer: (usual: SyncResponse, request: SyncRequest) => SyncResponse | Promise<SyncResponse> = (usual) =>
    usual;
  onPut: () => void = () => {};
  readonly #named = new Set<string>();

  async exchange(request: SyncRequest): Promise<SyncResponse> {
    this.requests.push(request);
    this.lastMid = Math.max(this.lastMid, ...request.mutations.map(({ mid }) => mid));
    const { epoch, cursor, pull, mutations } = request;
    for (const { args } of mutations) for (const sha256 of picturesIn(args)) this.#named.add(sha256);
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
        wants: [...this.#named].filter((sha256) => !this.pictures.has(sha256)),
        serverMs: 0,
      },
      request,
    );
  }

  async putPicture(sha256: string, _: string, bytes: ArrayBuffer): Promise<void> {
    this.calls.push("put");
    this.pictures.set(sha256, bytes);
    this.onPut();
  }
}

function picturesIn(args: unknown): string[] {
  const { patch, ...fields } = (args ?? {}) as Record<string, unknown>;
  return Object.entries({ ...fields, ...(patch as object | undefined) }).flatMap(([field, value]) =>
    (field === "picture" || field === "cutout") && typeof value === "string" ? [value] : [],
  );
}

export const shelf = (name: string, id = newId()) => newShelf({ id, name });
export const makeShelf = (store: LocalStore, name: string, id = newId()) =>
  mutate(store, { name: "shelf.create", args: shelf(name, id) });
export const makeItem = (store: LocalStore, shelfId: string, picture: string | null = null) =>
  mutate(store, {
    name: "item.create",
    args: newItem({ id: newId(), shelfId, picture }),
  });
export const names = async (store: LocalStore) =>
  (await store.shelves.toArray()).map(({ name }) => name).toSorted();
export const rowOf = (name: string, id = newId()) => ({
  table: "shelves",
  row: shelfRow({ id, name }),
});

export async function synced(server: FakeServer, store: LocalStore): Promise<void> {
  expect(await runSync(store, server)).toBe("synced");
}
