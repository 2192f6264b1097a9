import type { DomainState } from "@shelv/contract/rows/domain";
import type { Fields } from "@shelv/contract/rows/field";
import type { ITEM_FIELDS } from "@shelv/contract/rows/item";
import type { SHELF_FIELDS } from "@shelv/contract/rows/shelf";
import type { Generated } from "kysely";
import type { InferOutput } from "valibot";

/** Times are in ms where the server compares them, and ISO 8601 in owners' rows. */
export interface Schema {
  /** `suspended_for`: the operator's reason, or null. */
  user: {
    id: string;
    email: string;
    username: string | null;
    username_key: string | null;
    created_at: number;
    suspended_for: string | null;
  };
  sign_in_attempt: {
    token_hash: string;
    email: string;
    code_hash: string;
    tries: Generated<number>;
    expires_at: number;
  };
  /** `export_until`: until when the session may export after a code. */
  session: {
    token_hash: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    export_until: Generated<number | null>;
  };
  identity: { provider: string; subject: string; user_id: string; created_at: number };
  provider_attempt: {
    token_hash: string;
    provider: string;
    session_hash: string | null;
    next: string | null;
    username: string | null;
    expires_at: number;
  };
  session_code: {
    session_hash: string;
    purpose: "deletion" | "export";
    code_hash: string;
    tries: Generated<number>;
    expires_at: number;
  };
  /** Old accounts may share one of `usernameSkeletons`. */
  username_skeleton: { skeleton: string; user_id: string };
  /** Its certificates are renewed without a limit. `asked_at`: the day of the proxy's last request. */
  certificate_name: { name: string; user_id: string; asked_at: number };
  /** The hashed username of a deleted account, and when it becomes free. */
  forgotten_username: { name_hash: string; free_at: number };
  /** A deleted account's hashed mailbox, and the end of its trial. */
  used_trial: { mailbox_hash: string; ends_at: number };
  digest: {
    user_id: string;
    week: number;
    state: "sending" | "sent" | "failed";
    tries: number;
    claimed_at: number;
  };
  /** At most one account holds it (verified or lost). `problem` is JSON. */
  domain: {
    user_id: string;
    name: string;
    token: string;
    state: DomainState;
    problem: string | null;
    added_at: number;
    checked_at: number | null;
    check_at: number;
    verified_at: number | null;
    lost_at: number | null;
  };
  daily_salt: { purpose: string; day: string; salt: string };
  rate_limit: { key: string; points: number; expires_at: number };

  shelf: OwnerColumns &
    ColumnsOf<typeof SHELF_FIELDS> & {
      position: string;
      created_at: string;
      /** Of an unfinished deletion of the shelf's items. */
      deleting: Generated<number | null>;
      /** Rows of that deletion with an edit that its author did not see. */
      deletes_unseen: Generated<number>;
    };
  item: OwnerColumns &
    ColumnsOf<typeof ITEM_FIELDS> & {
      shelf_id: string;
      category_ids: Generated<string>;
      position: string;
      created_at: string;
      /** Of the last change by an owner; null if that is `version`. */
      edited_version: Generated<number | null>;
    };
  /**
   * A link to read. `due_at` is also the end of a claim's lease. `image_url`: the first picture to try.
   * `language`: the `Accept-Language` of the request that brought the link.
   */
  link_job: {
    user_id: string;
    item_id: string;
    due_at: number;
    tries: number;
    image_url: Generated<string | null>;
    language: Generated<string | null>;
  };
  /** `missed_at`: of the first of the last misses. */
  link_check: {
    user_id: string;
    item_id: string;
    due_at: number;
    misses: number;
    missed_at: Generated<number | null>;
    language: Generated<string | null>;
  };
  capture_token: {
    id: string;
    user_id: string;
    name: string;
    token_hash: string;
    created_at: number;
    used_at: Generated<number | null>;
  };
  /** `joined_*`: who put items into the category, like `writer` and `others_version` for its own changes. */
  category: OwnerColumns & {
    shelf_id: string;
    name: string;
    position: string;
    created_at: string;
    joined_by: Generated<string | null>;
    joined_version: Generated<number>;
    others_joined_version: Generated<number>;
  };
  social_link: OwnerColumns & { value: string; position: string };
  /** `body`: JSON without the id. */
  single: OwnerColumns & { body: string };
  /** The cleaned CSS of the text with `source_hash`. `reason`: why it is empty. */
  cleaned_css: { user_id: string; source_hash: string; css: string; reason: string | null };
  /** The overwritten and the new value, as JSON. */
  notice: OwnerColumns & {
    table: string;
    row_id: string;
    field: string;
    lost: string;
    kept: string;
    at: string;
  };

  /**
   * Deletions up to version `gc_floor` are forgotten. Triggers maintain `deleted_bytes` (of the others),
   * `op_count` (of `sync_op`) and `text_bytes` (of the items' texts).
   */
  sync_user: {
    user_id: string;
    version: Generated<number>;
    epoch: string;
    gc_floor: Generated<number>;
    deleted_bytes: Generated<number>;
    op_count: Generated<number>;
    text_bytes: Generated<number>;
  };
  /** One row since the first restore, part of every account's epoch (`EPOCH`). */
  server_epoch: { id: number; epoch: string };
  /**
   * One row. `name`: random, also in the mark of the pictures' folder or bucket. `restored_at`: when the
   * database was last restored, or put beside existing pictures; null if never.
   */
  installation: { id: number; name: string; restored_at: number | null };
  /**
   * `last_op`: of the change with the last number, if sent. `seen_at`: when the device last sent a change.
   */
  sync_client: {
    user_id: string;
    client_id: string;
    last_mid: number;
    last_op: string | null;
    seen_at: number;
  };
  /** Idempotency keys of applied changes. */
  sync_op: { user_id: string; op_id: string; applied_at: number };
  sync_writer: { user_id: string; table_name: string; id: string; field: string; client_id: string | null };
  /** A change that the server could not run. `waited_ms`: the time over which it was tried. */
  sync_trouble: {
    user_id: string;
    client_id: string;
    mid: number;
    op_id: string | null;
    times: number;
    waited_ms: number;
    tried_at: number;
  };
  sync_result: { user_id: string; client_id: string; mid: number; code: string; message: string };
  /**
   * `snapshot`: the deleted row as JSON. Rows deleted together share their `deletion`. `merged_into`: the
   * category that took this one's items and name.
   */
  sync_tombstone: {
    user_id: string;
    table_name: string;
    id: string;
    version: number;
    snapshot: string;
    deleted_at: number;
    deletion: number;
    shelf_id: string | null;
    merged_into: Generated<string | null>;
  };
  /**
   * `bytes`: of the upload. `stored_bytes` and the shape: of its files. `unused_since`:
   * when a sweep first found it unused.
   */
  blob: {
    user_id: string;
    sha256: string;
    bytes: number;
    stored_bytes: number;
    created_at: number;
    width: number;
    height: number;
    is_animated: number;
    unused_since: number | null;
  };
  /** Named by rows, but without a `blob`, or with lost files. */
  wanted_picture: { user_id: string; sha256: string };

  /**
   * The mark of write-import.ts. `shelf_ids`: a JSON list. `import_id`: of the import, or of its undo.
   * `beat_at`: of the last heartbeat, by the database's clock.
   */
  unfinished_import: {
    user_id: string;
    shelf_ids: string;
    version: number;
    import_id: string;
    beat_at: number;
  };

  /** The sums of a UTC day (days since 1970), and its `DayTable`. */
  analytics_day: {
    user_id: string;
    day: number;
    views: number;
    clicks: number;
    visitors: number;
    counts: string;
    pairs: string;
  };
  /** Up to one day; `items` and `shelves` by id, as JSON. */
  analytics_total: {
    user_id: string;
    through_day: number;
    views: number;
    clicks: number;
    items: string;
    shelves: string;
  };
  /** An item's clicks count from zero since `at`. `clicks`: their number of all time then. */
  analytics_reset: { user_id: string; item_id: string; id: string; at: number; clicks: number };
  /**
   * The newest activities, in a ring: `slot` is the activity's number, counted by `analytics_ring`, modulo
   * its size.
   */
  analytics_activity: {
    user_id: string;
    slot: number;
    id: string;
    type: "click" | "view" | "add";
    item_title: string | null;
    shelf_name: string | null;
    location: string | null;
    at: number;
  };
  analytics_ring: { user_id: string; written: number };
  /**
   * Deduplicates events. `mark`: a hash that nothing links to a visitor once its day is over. `source`: of a
   * view, as JSON, for the visitor's clicks; null for a direct one.
   */
  analytics_seen: { day: number; mark: string; at: number; source: Generated<string | null> };
  /** Of `OwnVisits`: on this day `user_id` had a session on a network and browser with this hash. */
  own_visit: { day: number; mark: string; user_id: string };
  /** Counted events of a network on a page, or late ones of a device, on a UTC day. */
  analytics_quota: { day: number; mark: string; used: number };

  /** When a job last finished, and where an interrupted one continues. */
  job: { name: string; done_at: number; cursor: string | null };
  /** One row: the newest trusted time of the clock, and since when it is in doubt. */
  sweep_clock: { id: number; looked_at: number; seen_ms: number };
}

/** "shelf_id" of "shelfId". */
export type ColumnOf<Field extends string> = Field extends `${infer Letter}${infer Rest}`
  ? `${Letter extends Lowercase<Letter> ? Letter : `_${Lowercase<Letter>}`}${ColumnOf<Rest>}`
  : Field;

type Stored<Value> = Value extends boolean ? number : Value;

/** The columns of declared fields. Later ones and flags have a default. */
type ColumnsOf<F extends Fields> = {
  -readonly [K in keyof F & string as ColumnOf<K>]: F[K] extends { isLater: true } | { first: false }
    ? Generated<Stored<InferOutput<F[K]["schema"]>>>
    : Stored<InferOutput<F[K]["schema"]>>;
};

/**
 * Devices create ids: unique per owner only. `version`: the account's, at the last change. `writer`: its
 * device (null for REST). `others_version`: of the last change before it by another writer.
 */
type OwnerColumns = {
  user_id: string;
  id: string;
  version: number;
  writer: Generated<string | null>;
  others_version: Generated<number>;
};
