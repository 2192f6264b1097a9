import type { OwnerRow } from "@shelv/contract/owner-tables";
import { picturePath } from "@shelv/contract/picture";
import { Refusal } from "@shelv/contract/refusal";
import { type ItemAnswer, itemRoutes } from "@shelv/contract/routes/items";
import { patchBetween, patched } from "@shelv/mutators/patch";
import { inOrder, positionAtEnd, positionsAt } from "@shelv/mutators/placing";
import { v7 as uuid } from "uuid";
import { findItem, findShelf, readItems, readShelves } from "#database/read-owner";
import { type Api, implement } from "#http/implement";
import type { Bytes } from "#http/read-body";
import { sha256Of, storePicture } from "#images/store-picture";
import { applyAtOnce } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";
import type { Services } from "#services";

export function serveItems(api: Api, services: Services): void {
  const { db: { reader }, host } = services;

  implement(api, itemRoutes.list, async ({ caller: { userId } }) => {
    const shelves = await readShelves(reader, userId);
    const ofShelf = Map.groupBy(await readItems(reader, userId), (item) => item.shelfId);
    return inOrder(shelves).flatMap((shelf) => itemAnswers(shelf, ofShelf.get(shelf.id) ?? []));
  });

  implement(api, itemRoutes.listOfShelf, async ({ caller: { userId }, params: { shelfId } }) =>
    itemAnswers(await findShelf(reader, userId, shelfId), await readItems(reader, userId, shelfId)));

  implement(api, itemRoutes.create, async ({ caller: { userId }, params: { shelfId }, body, files }) => {
    await findShelf(reader, userId, shelfId);
    const item = {
      id: uuid(),
      shelfId,
      title: body.title,
      url: body.url,
      description: body.description ?? "",
      price: body.price ?? "",
      emoji: body.emoji ?? "",
      picture: (await storeImage(userId, files)) ?? null,
      position: positionAtEnd(await readItems(reader, userId, shelfId)),
    };
    await applyAtOnce(host, userId, [mutation("item.create", item)]);
    return itemAnswer(userId, item.id);
  });

  implement(api, itemRoutes.update, async ({ caller: { userId }, params: { id }, body, files }) => {
    const item = await findItem(reader, userId, id);
    const picture = await storeImage(userId, files);
    const edit = patchBetween<Partial<OwnerRow<"items">>>(item, patched(item, { ...body, picture }));
    if (edit) await applyAtOnce(host, userId, [mutation("item.update", { id, ...edit })]);
    return itemAnswer(userId, id);
  });

  implement(api, itemRoutes.delete, async ({ caller: { userId }, params: { id } }) => {
    await findItem(reader, userId, id);
    await applyAtOnce(host, userId, [mutation("item.delete", { id })]);
  });

  implement(api, itemRoutes.reorder, async ({ caller: { userId }, params: { id }, body }) => {
    const item = await findItem(reader, userId, id);
    const { id: shelfId } = await findShelf(reader, userId, body.shelfId ?? item.shelfId);
    const moves = positionsAt(await readItems(reader, userId, shelfId), id, body.order);
    await applyAtOnce(host, userId, moves.map((move) => mutation("item.move", { ...move, shelfId })));
    return itemAnswer(userId, id);
  });

  /** Keeps the picture of the form's `image` field, if there is one, and answers its SHA-256. */
  async function storeImage(userId: string, files: Map<string, Bytes>): Promise<string | undefined> {
    const bytes = files.get("image");
    if (!bytes) return undefined;
    const sha256 = sha256Of(bytes);
    await storePicture(services, { userId, sha256, bytes });
    return sha256;
  }

  async function itemAnswer(userId: string, id: string): Promise<ItemAnswer> {
    const { shelfId } = await findItem(reader, userId, id);
    const answers = itemAnswers(await findShelf(reader, userId, shelfId), await readItems(reader, userId, shelfId));
    const answer = answers.find((item) => item.id === id);
    if (!answer) throw new Refusal("item-not-found");
    return answer;
  }
}

const itemAnswers = ({ id, name, emoji }: OwnerRow<"shelves">, items: OwnerRow<"items">[]): ItemAnswer[] =>
  inOrder(items).map((item, order) => ({
    id: item.id,
    shelfId: item.shelfId,
    title: item.title,
    url: item.url,
    description: item.description,
    price: item.price,
    emoji: item.emoji,
    imageUrl: item.picture && picturePath(item.picture, 320),
    order,
    shelf: { id, name, emoji },
  }));
