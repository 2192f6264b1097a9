import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import {
  DELETED_LISTED_MS,
  DELETED_PAGE_ROWS,
  deletionRoutes,
  shelfRoutes,
} from "@shelv/contract/routes/shelves";
import { patchBetween, patched } from "@shelv/mutators/patch";
import { inOrder, positionAtEnd, positionsAt } from "@shelv/mutators/placing";
import { v7 as uuid } from "uuid";
import { findShelf, readShelves } from "#database/rows/read-owner";
import { type Api, bindCachedRoute, bindRoute } from "#http/bind-route";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import type { Database } from "#database/open-database";
import { deletedSince } from "#database/rows/deleted-rows";
import { TextPieces } from "#http/json/text-pieces";
import { readListedShelf, readListedShelves, shelfJson, shelvesJson } from "./listed-items.ts";

export function serveShelves(
  api: Api,
  { db: { reader }, writeDeps }: { db: Pick<Database, "reader">; writeDeps: WriteDeps },
): void {
  bindCachedRoute(api, shelfRoutes.list, async ({ caller: { userId } }) => {
    const shelves = await readListedShelves(reader, userId);
    return new TextPieces(() => shelvesJson(reader, userId, shelves));
  });

  bindRoute(api, shelfRoutes.create, async ({ caller: { userId }, body }) => {
    const shelf = {
      id: uuid(),
      name: body.name,
      description: body.description ?? "",
      emoji: body.emoji ?? "",
      position: positionAtEnd(await readShelves(reader, userId)),
    };
    await applyAtOnce(writeDeps, userId, [mutation("shelf.create", shelf)]);
    return shelfAnswer(userId, shelf.id);
  });

  bindRoute(api, shelfRoutes.update, async ({ caller: { userId }, params: { id }, body }) => {
    const shelf = await findShelf(reader, userId, id);
    const edit = patchBetween<Partial<OwnerRow<"shelves">>>(shelf, patched(shelf, body));
    if (edit) await applyAtOnce(writeDeps, userId, [mutation("shelf.update", { id, ...edit })]);
    return shelfAnswer(userId, id);
  });

  bindRoute(api, shelfRoutes.delete, async ({ caller: { userId }, params: { id } }) => {
    await findShelf(reader, userId, id);
    await applyAtOnce(writeDeps, userId, [mutation("shelf.delete", { id })]);
  });

  bindRoute(api, shelfRoutes.reorder, async ({ caller: { userId }, params: { id }, body: { order } }) => {
    await findShelf(reader, userId, id);
    const moves = positionsAt(await readShelves(reader, userId), id, order);
    await applyAtOnce(
      writeDeps,
      userId,
      moves.map((move) => mutation("shelf.move", move)),
    );
    return shelfAnswer(userId, id);
  });

  /** The other shelves are read only for their order. */
  async function shelfAnswer(userId: string, id: string): Promise<TextPieces> {
    const shelves = inOrder(await readShelves(reader, userId));
    const order = shelves.findIndex((shelf) => shelf.id === id);
    const shelf = shelves[order];
    if (!shelf) throw new Refusal("shelf-not-found");
    const listed = await readListedShelf(reader, userId, { shelf, order });
    return new TextPieces(() => shelfJson(reader, userId, listed));
  }
}

export function serveDeletions(
  api: Api,
  { db: { reader }, now }: { db: Pick<Database, "reader">; now: () => Date },
): void {
  bindRoute(api, deletionRoutes.list, async ({ caller: { userId }, query: { before } }) => {
    const { rows, next } = await deletedSince(reader, userId, {
      deletedAfter: now().getTime() - DELETED_LISTED_MS,
      before: before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
      limit: DELETED_PAGE_ROWS,
    });
    return { deletions: rows, next: next === null ? null : String(next) };
  });
}
