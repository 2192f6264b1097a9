/** Once for each device, to restore earlier deletions offline too. */
import { deletionRoutes } from "@shelv/contract/routes/shelves";
import { isRestorable } from "@shelv/mutators/mutator";
import type { AnswerOf, OwnersCall } from "#api/call";
import type { LocalStore } from "#local-store/local-store";
import { trashRow } from "#local-store/trash";
import type { TrashRow } from "#local-store/schema";
import type { OwnerRow } from "@shelv/contract/rows/owner-tables";

const KEY = "deletions";
/** More than an account can have: deleted rows take 20 MB at most. */
const PAGES_AT_MOST = 200;

const hasFetchedDeletions = async (store: LocalStore): Promise<boolean> =>
  (await store.lastKnown.get(KEY)) !== undefined;

export async function fetchDeletions(store: LocalStore, call: OwnersCall): Promise<void> {
  if (await hasFetchedDeletions(store)) return;
  let before: string | null = null;
  for (let page = 0; page < PAGES_AT_MOST; page += 1) {
    const answer: AnswerOf<typeof deletionRoutes.list> = await call(
      deletionRoutes.list,
      before === null ? {} : { query: { before } },
    );
    await addToTrash(store, answer.deletions);
    before = answer.next;
    if (before === null) break;
  }
  await store.lastKnown.put({ key: KEY, value: true, at: Date.now() });
}

type Deletions = AnswerOf<typeof deletionRoutes.list>["deletions"];

async function addToTrash(store: LocalStore, deletions: Deletions): Promise<void> {
  await store.transaction("rw", [store.trash, store.shelves, store.categories, store.items], async () => {
    const rows = deletions.flatMap(({ table, row, deletion, deletedAt }): TrashRow[] => {
      const thrown = isRestorable(table) ? trashRow(table, row as OwnerRow, `server ${deletion}`) : null;
      return thrown ? [{ ...thrown, at: deletedAt, since: deletedAt }] : [];
    });
    const known = await store.trash.bulkGet(rows.map(({ table, id }) => [table, id] as const as never));
    const live = await Promise.all(rows.map(({ table, id }) => store.view(table).get(id)));
    await store.trash.bulkAdd(rows.filter((_, at) => !known[at] && !live[at]));
  });
}
