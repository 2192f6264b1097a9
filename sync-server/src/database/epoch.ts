import { sql } from "kysely";

/** The epoch of a row of `sync_user`. */
export const EPOCH = sql<string>`sync_user.epoch || coalesce((select '.' || server.epoch from server_epoch as server), '')`;
