import { DELETED_LISTED_MS, DELETED_PAGE_ROWS, deletionRoutes } from "@shelv/contract/routes/deletions";
import { deletedSince } from "#database/rows/deleted-rows";
import { type Api, bindRoute } from "#http/bind-route";
import type { Services } from "#services";

export function serveDeletions(api: Api, { db: { reader }, now }: Services): void {
  bindRoute(api, deletionRoutes.list, async ({ caller: { userId }, query: { before } }) => {
    const { rows, next } = await deletedSince(reader, userId, {
      deletedAfter: now().getTime() - DELETED_LISTED_MS,
      before: before === undefined ? Number.MAX_SAFE_INTEGER : Number(before),
      limit: DELETED_PAGE_ROWS,
    });
    return { deletions: rows, next: next === null ? null : String(next) };
  });
}
