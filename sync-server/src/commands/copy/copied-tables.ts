import type { Schema } from "#database/schema";

/** `key`: unique, with the same order in both databases. */
export type CopiedTable = { name: keyof Schema; key: readonly string[] };

const table = <T extends keyof Schema>(name: T, ...key: (keyof Schema[T] & string)[]): CopiedTable => ({
  name,
  key,
});

/** SQLite's number of a row, in the order of insertion; PostgreSQL has a column of that name. */
export const ROW_NUMBER = "rowid";

/**
 * Each after those that it references. Last the counters: triggers add up the rows of other tables in them,
 * and an account without one cannot sync.
 */
export const COPIED_TABLES: readonly CopiedTable[] = [
  table("user", "id"),
  table("session", "token_hash"),
  table("session_code", "session_hash", "purpose"),
  table("sign_in_attempt", "token_hash"),
  table("provider_attempt", "token_hash"),
  table("identity", "provider", "subject"),
  table("username_skeleton", "skeleton", "user_id"),
  table("forgotten_username", "name_hash"),
  table("used_trial", "mailbox_hash"),
  table("certificate_name", "name"),
  table("domain", "user_id", "name"),
  table("digest", "user_id"),
  table("daily_salt", "purpose", "day"),
  table("rate_limit", "key"),
  table("shelf", "user_id", "id"),
  table("category", "user_id", "id"),
  table("item", "user_id", "id"),
  table("social_link", "user_id", "id"),
  table("single", "user_id", "id"),
  table("notice", "user_id", "id"),
  table("cleaned_css", "user_id"),
  table("link_job", "user_id", "item_id"),
  table("link_check", "user_id", "item_id"),
  table("capture_token", "id"),
  table("blob", "user_id", "sha256"),
  table("wanted_picture", "user_id", "sha256"),
  table("unfinished_import", "user_id"),
  table("analytics_day", "user_id", "day"),
  table("analytics_total", "user_id"),
  table("analytics_reset", "user_id", "item_id", "id"),
  table("analytics_activity", "user_id", "slot"),
  table("analytics_ring", "user_id"),
  table("analytics_seen", "day", "mark", "at"),
  table("analytics_quota", "day", "mark"),
  table("own_visit", "day", "mark", "user_id"),
  table("job", "name"),
  table("sweep_clock", "id"),
  table("server_epoch", "id"),
  table("installation", "id"),
  table("sync_client", "user_id", "client_id"),
  // In the order of insertion.
  { name: "sync_op", key: [ROW_NUMBER] },
  table("sync_writer", "user_id", "table_name", "id", "field"),
  table("sync_trouble", "user_id", "client_id"),
  table("sync_result", "user_id", "client_id", "mid"),
  table("sync_tombstone", "user_id", "table_name", "id"),
  table("sync_user", "user_id"),
];
