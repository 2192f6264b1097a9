import type { DomainState } from "@shelv/contract/domain";
import type { Generated } from "kysely";

/** Times are milliseconds since 1970 where the server compares them, and ISO 8601 text in owners' rows. */
export interface Schema {
  /** `suspended_for` is the operator's reason, null while the page is shown. */
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
  /** `export_until`: until when a code lets this session export. */
  session: {
    token_hash: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    export_until: Generated<number | null>;
  };
  /** A Google or Apple account that signs in to one of ours. */
  identity: { provider: string; subject: string; user_id: string; created_at: number };
  /** A sign-in with a provider in progress; `session_hash` is the browser's session at its start. */
  provider_attempt: {
    token_hash: string;
    provider: string;
    session_hash: string | null;
    next: string | null;
    username: string | null;
    expires_at: number;
  };
  /** A code that confirms a session's request. */
  session_code: {
    session_hash: string;
    purpose: "deletion" | "export";
    code_hash: string;
    tries: Generated<number>;
    expires_at: number;
  };
  /** A username's skeletons (`usernameSkeletons`). Old accounts may share one. */
  username_skeleton: { skeleton: string; user_id: string };
  /** A name that renews certificates without a limit; `asked_at` is the day of the proxy's last request. */
  certificate_name: { name: string; user_id: string; asked_at: number };
  /** A deleted account's username, hashed under the server's secret, and when it becomes free. */
  forgotten_username: { name_hash: string; free_at: number };
  /** An account's last weekly digest: its week and result. */
  digest: {
    user_id: string;
    week: number;
    state: "sending" | "sent" | "failed";
    tries: number;
    claimed_at: number;
  };
  /** A custom domain. Held (verified or lost) by one account at most. `problem` is JSON. */
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

  shelf: OwnerColumns & {
    name: string;
    description: string;
    emoji: string;
    position: string;
    created_at: string;
    /** The number of an unfinished deletion of the shelf's items. */
    deleting: Generated<number | null>;
    /** Rows of that deletion with an edit that its author did not see. */
    deletes_unseen: Generated<number>;
  };
  item: OwnerColumns & {
    shelf_id: string;
    title: string;
    url: string;
    description: string;
    price: string;
    emoji: string;
    picture: string | null;
    cutout: string | null;
    shows_cutout: Generated<number>;
    /** A JSON list of ids. */
    category_ids: Generated<string>;
    position: string;
    created_at: string;
  };
  /** `joined_*`: of items that were put into it, as `writer` and `others_version` are of its own changes. */
  category: OwnerColumns & {
    shelf_id: string;
    name: string;
    position: string;
    created_at: string;
    joined_by: Generated<string | null>;
    joined_version: Generated<number>;
    others_joined_version: Generated<number>;
  };
  /** The id is the platform. */
  social_link: OwnerColumns & { value: string; position: string };
  /** One row per single; `body` is the row without its id, as JSON. */
  single: OwnerColumns & { body: string };
  /** The cleaned CSS for the text with `source_hash`; `reason` is why it is empty. */
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
   * Deletions up to version `gc_floor` are forgotten. `deleted_bytes` is the size of the others, `op_count`
   * the number of op ids in `sync_op`; triggers maintain both.
   */
  sync_user: {
    user_id: string;
    version: Generated<number>;
    epoch: string;
    gc_floor: Generated<number>;
    deleted_bytes: Generated<number>;
    op_count: Generated<number>;
  };
  /**
   * `last_op` is the op id of the change with the last number, if the device sent one. `seen_at`: when it
   * last sent a change.
   */
  sync_client: {
    user_id: string;
    client_id: string;
    last_mid: number;
    last_op: string | null;
    seen_at: number;
  };
  /** Applied changes by op id, whatever number they were sent under. */
  sync_op: { user_id: string; op_id: string; applied_at: number };
  /** The device that last changed a field; null for a REST write. */
  sync_writer: { user_id: string; table_name: string; id: string; field: string; client_id: string | null };
  /**
   * A change that the server could not run. `waited_ms` is the time over which it was tried, `tried_at` the
   * last try.
   */
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
   * `snapshot` is the deleted row as JSON, to restore it, and `shelf_id` its shelf. Rows deleted together
   * share the number of their `deletion`. `merged_into`: the category that took this one's items and its name.
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
   * `bytes` is the size of the upload, `stored_bytes` and the shape describe its files; null until counted.
   * `unused_since` is when a sweep first found it unused.
   */
  blob: {
    user_id: string;
    sha256: string;
    bytes: number;
    stored_bytes: Generated<number | null>;
    created_at: number;
    width: number | null;
    height: number | null;
    is_animated: number;
    unused_since: number | null;
  };
  /** Pictures that the owner's rows name and the server lacks: there is no `blob`, or its files are lost. */
  wanted_picture: { user_id: string; sha256: string };

  /**
   * An import in progress. If it does not finish, its shelves (a JSON list of ids) are deleted, but only
   * while the account's version is `version`, that of the import's last slice.
   */
  unfinished_import: { user_id: string; shelf_ids: string; version: number };

  /** Views and clicks on a UTC day (days since 1970). `subject_id` is empty for the page itself. */
  analytics_count: {
    user_id: string;
    kind: CountedKind;
    subject_id: string;
    day: number;
    views: number;
    clicks: number;
  };
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
   * Counted events, so that they are not counted twice: `mark` is a hash that cannot be linked to a visitor
   * once its day is over.
   */
  analytics_seen: { day: number; mark: string; at: number };
  /**
   * Events counted against a quota on a UTC day: a network's on a page, or a device's late ones. `mark` as
   * above.
   */
  analytics_quota: { day: number; mark: string; used: number };

  /** When a housekeeping job last finished, and where an interrupted one continues. */
  job: { name: string; done_at: number; cursor: string | null };
  /** One row: the newest time that the server's clock was believed to say, and since when it is in doubt. */
  sweep_clock: { id: number; looked_at: number; seen_ms: number };
}

export type CountedKind = "page" | "shelf" | "item";

/**
 * Devices create ids, so an id is unique per owner only. `version` is the account's counter at the last change, `writer` the
 * device that made it (null for a REST write), `others_version` the version of the last change before it by another writer.
 */
type OwnerColumns = {
  user_id: string;
  id: string;
  version: number;
  writer: Generated<string | null>;
  others_version: Generated<number>;
};
