import type { SyncRequest, SyncResponse } from "@shelv/contract/sync";
import type { SyncServer } from "#sync/sync-server";

/**
 * Joins an answer's pages, so that no screen shows half a state: rows and deletions in order (a later page
 * overrules), all wanted pictures, numbers and rejections of the last page.
 */
export async function pullAllPages(server: SyncServer, request: SyncRequest): Promise<SyncResponse> {
  const first = await server.exchange(request);
  let page = first;
  const changes = new Map<
    string,
    { row: SyncResponse["rows"][number] } | { gone: SyncResponse["gone"][number] }
  >();
  const wants = new Set<string>();
  const collect = ({ rows, gone, wants: wanted }: SyncResponse) => {
    for (const entry of gone) changes.set(`${entry.table}\n${entry.id}`, { gone: entry });
    for (const entry of rows) changes.set(`${entry.table}\n${entry.row.id}`, { row: entry });
    for (const sha256 of wanted) wants.add(sha256);
  };
  collect(page);
  while (page.more) {
    const ack = page.epoch === request.epoch ? request.ack : 0;
    const wantsAfter = [...wants].at(-1);
    page = await server.exchange({
      ...request,
      epoch: page.epoch,
      cursor: page.cursor,
      floor: page.floor,
      ...(wantsAfter === undefined ? {} : { wantsAfter }),
      ack,
      continues: true,
      mutations: [],
    });
    // A new epoch began, or the server dropped deletions that the earlier pages lack.
    if (page.reset) return pullAllPages(server, { ...request, mutations: [] });
    collect(page);
  }
  const all = [...changes.values()];
  return {
    ...page,
    base: first.base,
    reset: first.reset,
    gap: first.gap,
    retry: first.retry,
    ...(first.laterMs === undefined ? {} : { laterMs: first.laterMs }),
    rows: all.flatMap((change) => ("row" in change ? [change.row] : [])),
    gone: all.flatMap((change) => ("gone" in change ? [change.gone] : [])),
    wants: [...wants],
  };
}
