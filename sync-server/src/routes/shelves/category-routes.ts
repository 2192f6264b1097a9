import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { type CategoryAnswer, categoryRoutes } from "@shelv/contract/routes/categories";
import { Refusal } from "@shelv/contract/refusal";
import { patchBetween, patched } from "@shelv/mutators/patch";
import { inOrder, positionAtEnd, positionsAt } from "@shelv/mutators/placing";
import { v7 as uuid } from "uuid";
import { findCategory, findItem, findShelf, readCategories } from "#database/rows/read-owner";
import { type Api, bindRoute } from "#http/bind-route";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import type { Database } from "#database/open-database";

export function serveCategories(
  api: Api,
  { db: { reader }, writeDeps }: { db: Pick<Database, "reader">; writeDeps: WriteDeps },
): void {
  bindRoute(api, categoryRoutes.listOfShelf, async ({ caller: { userId }, params }) => {
    const { id } = await findShelf(reader, userId, params.id);
    return categoryAnswers(await readCategories(reader, userId, id));
  });

  bindRoute(api, categoryRoutes.listOfItem, async ({ caller: { userId }, params }) => {
    const { shelfId, categoryIds } = await findItem(reader, userId, params.id);
    return categoryAnswers(await readCategories(reader, userId, shelfId)).filter(({ id }) =>
      categoryIds.includes(id),
    );
  });

  bindRoute(api, categoryRoutes.create, async ({ caller: { userId }, params, body }) => {
    const { id: shelfId } = await findShelf(reader, userId, params.id);
    const category = {
      id: uuid(),
      shelfId,
      name: body.name,
      position: positionAtEnd(await readCategories(reader, userId, shelfId)),
    };
    await applyAtOnce(writeDeps, userId, [mutation("category.create", category)]);
    return categoryAnswer(userId, category.id);
  });

  bindRoute(api, categoryRoutes.update, async ({ caller: { userId }, params, body }) => {
    const category = await findCategory(reader, userId, params.id);
    const { id } = category;
    const edit = patchBetween<Partial<OwnerRow<"categories">>>(category, patched(category, body));
    if (edit) await applyAtOnce(writeDeps, userId, [mutation("category.update", { id, ...edit })]);
    return categoryAnswer(userId, id);
  });

  bindRoute(api, categoryRoutes.reorder, async ({ caller: { userId }, params, body }) => {
    const { id, shelfId } = await findCategory(reader, userId, params.id);
    const moves = positionsAt(await readCategories(reader, userId, shelfId), id, body.order);
    await applyAtOnce(
      writeDeps,
      userId,
      moves.map((move) => mutation("category.move", move)),
    );
    return categoryAnswer(userId, id);
  });

  bindRoute(api, categoryRoutes.delete, async ({ caller: { userId }, params }) => {
    const { id, shelfId } = await findCategory(reader, userId, params.id);
    // A merged category is gone already.
    if (id !== params.id) throw new Refusal("category-not-found");
    await applyAtOnce(writeDeps, userId, [mutation("category.delete", { id, shelfId })]);
  });

  async function categoryAnswer(userId: string, asked: string): Promise<CategoryAnswer> {
    const { id, shelfId } = await findCategory(reader, userId, asked);
    const answer = categoryAnswers(await readCategories(reader, userId, shelfId)).find(
      (category) => category.id === id,
    );
    if (!answer) throw new Refusal("category-not-found");
    return answer;
  }
}

const categoryAnswers = (categories: OwnerRow<"categories">[]): CategoryAnswer[] =>
  inOrder(categories).map(({ id, name, shelfId }, order) => ({ id, name, shelfId, order }));
