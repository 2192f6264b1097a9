/**
 * A tab of the previous build, whose items have no descriptions, on a store that this build uses too: each
 * pulls all rows when it finds the other's.
 */
import type { PokeBody, SyncResponse } from "@shelv/contract/sync";
import type { LocalStore } from "web/local-store/local-store";
import type { SyncMeta } from "web/local-store/schema";
import type { WireAnswer } from "./http.ts";
import { withMeta } from "./store-meta.ts";

export const asOlderBuild = (store: LocalStore): LocalStore =>
  withMeta(store, "older-build", { read: withSchema(1), write: withSchema(-1) });

const withSchema = (by: 1 | -1) => (meta: SyncMeta) => ({ ...meta, viewSchema: meta.viewSchema + by });

export const asOlderBuildReads = <A extends Pick<PokeBody | SyncResponse, "rows">>(answer: A): A => ({
  ...answer,
  rows: answer.rows.map(({ table, row }) => ({
    table,
    row: table === "items" ? { ...row, description: "" } : row,
  })),
});

export function asOlderBuildHears(answer: WireAnswer): WireAnswer {
  if (answer.status !== 200 || !answer.isOwn || answer.whole !== undefined) return answer;
  const read = asOlderBuildReads(JSON.parse(answer.body) as SyncResponse);
  return { ...answer, body: JSON.stringify(read) };
}
