import { NEW_ITEM_FIELDS, NEW_ITEM_MARKS } from "@shelv/contract/rows/item";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { type ItemAnswer, itemRoutes } from "@shelv/contract/routes/items";
import { patchBetween, patched } from "@shelv/mutators/patch";
import { inOrder, positionAtEnd, positionsAt } from "@shelv/mutators/placing";
import { v7 as uuid } from "uuid";
import { findItem, findShelf, readCategories, readPlaces } from "#database/rows/read-owner";
import { wantedPictures } from "#database/rows/wanted-pictures";
import { type Api, bindRoute, bindCachedRoute } from "#http/bind-route";
import { storeFormPicture, type StoreDeps } from "#pictures/store-picture";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import { TextPieces } from "#http/json/text-pieces";
import { itemAnswerOn } from "#routes/answers";
import { itemsJson, readListedShelf, readListedShelves } from "./listed-items.ts";

type ItemDeps = Omit<StoreDeps, "writeDeps"> & { writeDeps: WriteDeps };

export function serveItems(api: Api, deps: ItemDeps): void {
  const {
    db: { reader },
    writeDeps,
  } = deps;

  bindCachedRoute(api, itemRoutes.list, async ({ caller: { userId } }) => {
    const shelves = await readListedShelves(reader, userId);
    return new TextPieces(() => itemsJson(reader, userId, shelves));
  });

  bindCachedRoute(api, itemRoutes.listOfShelf, async ({ caller: { userId }, params: { shelfId } }) => {
    const shelf = await findShelf(reader, userId, shelfId);
    const listed = await readListedShelf(reader, userId, { shelf, order: 0 });
    return new TextPieces(() => itemsJson(reader, userId, [listed]));
  });

  bindRoute(
    api,
    itemRoutes.create,
    async ({ caller: { userId }, params: { shelfId }, body: { categories, ...fields }, files }) => {
      await findShelf(reader, userId, shelfId);
      const item = {
        id: uuid(),
        shelfId,
        ...patched({ ...NEW_ITEM_FIELDS, ...NEW_ITEM_MARKS }, fields),
        picture: (await storeFormPicture(deps, { userId, bytes: files.get("image") })) ?? null,
        categoryIds: categories ?? [],
        position: positionAtEnd(await readPlaces(reader, { userId, shelfId })),
      };
      await applyAtOnce(writeDeps, userId, [mutation("item.create", item)]);
      return itemAnswer(userId, item.id);
    },
  );

  bindRoute(
    api,
    itemRoutes.update,
    async ({ caller: { userId }, params: { id }, body: { categories: wanted, ...fields }, files }) => {
      const item = await findItem(reader, userId, id);
      const picture = await storeFormPicture(deps, { userId, bytes: files.get("image") });
      const pictures = picture === undefined ? {} : { picture, cutout: null, showsCutout: false };
      const edit = patchBetween<Partial<OwnerRow<"items">>>(item, patched(item, { ...fields, ...pictures }));
      const categories = categoryChange(item.categoryIds, wanted);
      if (edit || categories)
        await applyAtOnce(writeDeps, userId, [
          mutation("item.update", { id, ...(edit ?? { patch: {}, was: {} }), categories }),
        ]);
      return itemAnswer(userId, id);
    },
  );

  bindRoute(api, itemRoutes.delete, async ({ caller: { userId }, params: { id } }) => {
    await findItem(reader, userId, id);
    await applyAtOnce(writeDeps, userId, [mutation("item.delete", { id })]);
  });

  bindRoute(api, itemRoutes.reorder, async ({ caller: { userId }, params: { id }, body }) => {
    const item = await findItem(reader, userId, id);
    const { id: shelfId } = await findShelf(reader, userId, body.shelfId ?? item.shelfId);
    const moves = positionsAt(await readPlaces(reader, { userId, shelfId }), id, body.order);
    await applyAtOnce(
      writeDeps,
      userId,
      moves.map((move) => mutation("item.move", { ...move, shelfId })),
    );
    return itemAnswer(userId, id);
  });

  async function itemAnswer(userId: string, id: string): Promise<ItemAnswer> {
    const item = await findItem(reader, userId, id);
    const { id: shelfId, name, emoji } = await findShelf(reader, userId, item.shelfId);
    const categories = await readCategories(reader, userId, shelfId);
    const wanted = new Set(await wantedPictures(reader, userId));
    const places = inOrder(await readPlaces(reader, { userId, shelfId }));
    const order = places.findIndex((place) => place.id === id);
    return { ...itemAnswerOn({ categories, wanted })(item, order), shelf: { id: shelfId, name, emoji } };
  }
}

function categoryChange(
  before: string[],
  wanted: string[] | undefined,
): { add: string[]; remove: string[] } | undefined {
  if (!wanted) return undefined;
  const [add, remove] = [
    wanted.filter((id) => !before.includes(id)),
    before.filter((id) => !wanted.includes(id)),
  ];
  return add.length + remove.length > 0 ? { add, remove } : undefined;
}
