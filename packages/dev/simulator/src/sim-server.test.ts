import type { NoticeRow } from "@shelv/contract/rows/notice";
import { WORK_LIMITS } from "sync-server/shelves/mutate/work-limits";
import { expect, onTestFinished, test } from "vitest";
import { newCategory, newItem, newShelf } from "./edits.ts";
import { overwrittenIsOffered } from "./judges/invariants.ts";
import { Random } from "./random.ts";
import { SimServer } from "./sim-server.ts";

test("A server that is restored to a backup of months ago still has each notice that its owner dismissed", async () => {
  const server = await SimServer.start({ pageRows: 2000, work: WORK_LIMITS });
  onTestFinished(() => server.stop());
  const random = new Random(1);
  const shelf = newShelf(random, await server.state());
  const category = newCategory(random, await server.state(), shelf.args);
  const { id, shelfId } = category.args;
  await server.write(shelf);
  await server.write(category);
  await server.write({ name: "category.delete", args: { id, shelfId } });
  await server.write(newItem(random, await server.state(), shelf.args, { categoryIds: [id] }));
  const [notice] = (await server.state()).notices as NoticeRow[];
  expect(notice).toMatchObject({ field: "categoryIds", lost: { id } });
  await server.write({ name: "notice.dismiss", args: { id: notice?.id ?? "" } });

  await server.backUp();
  await server.longTimeLater();
  expect(await server.noticesEver()).toEqual([]);
  await server.restore();
  await server.sweep();
  expect(await server.noticesEver()).toEqual([notice]);
  overwrittenIsOffered(server.chronicle, await server.noticesEver());
});
