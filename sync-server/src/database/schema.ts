import type { DomainState } from "@shelv/contract/domain";
import type { Generated } from "kysely";

/** Times are milliseconds since 1970 where the server compares them, and ISO 8601 text inside an owner's rows. */
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
  /** `export_until`: until when a code has confirmed that this session may export. */
  session: {
    token_hash: string;
    user_id: string;
    created_at: number;
    expires_at: number;
    export_until: Generated<number | null>;
  };
  /** An account at Google or Apple that opens one of ours. */
  identity: { provider: string; subject: string; user_id: string; created_at: number };
  /** A way to a provider and back that has begun; `session_hash` is the session that the browser had then. */
  provider_attempt: {
    token_hash: string;
    provider: string;
    session_hash: string | null;
    next: string | null;
    username: string | null;
    expires_at: number;
  };
  /** What confirms that a session's owner asks for it. */
  session_code: {
    session_hash: string;
    purpose: "deletion" | "export";
    code_hash: string;
    tries: Generated<number>;
    expires_at: number;
  };
  /** What a username looks like, once for each way to read it (`usernameSkeletons`). Accounts of old may share one. */
  username_skeleton: { skeleton: string; user_id: string };
  /** A name that a certificate may be had for without counting again; `asked_at`: when the proxy last asked, by the day. */
  certificate_name: { name: string; user_id: string; asked_at: number };
  /** A deleted account's username, as a hash under the server's secret, and when it can be had again. */
  forgotten_username: { name_hash: string; free_at: number };
  /** The last weekly digest of an account: the week it tells of, and what became of it. */
  digest: {
    user_id: string;
    week: number;
    state: "sending" | "sent" | "failed";
    tries: number;
    claimed_at: number;
  };
  /** A name under which somebody wants their page shown. Held (verified or lost) by one account at most. `problem` is JSON. */
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
    /** The number of a deletion that has begun with the shelf's items and is not done. */
    deleting: Generated<number | null>;
    /** How many rows of that deletion had an edit that its author had not seen. */
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
  category: OwnerColumns & { shelf_id: string; name: string; position: string; created_at: string };
  /** The id is the platform. */
  social_link: OwnerColumns & { value: string; position: string };
  /** Things an owner has one of; `body` is the row without its id, as JSON. */
  single: OwnerColumns & { body: string };
  /** What a page uses of its owner's CSS, of which `source_hash` is; `reason` is why that is nothing. */
  cleaned_css: { user_id: string; source_hash: string; css: string; reason: string | null };
  /** `lost` and `kept` are JSON. */
  notice: OwnerColumns & {
    table: string;
    row_id: string;
    field: string;
    lost: string;
    kept: string;
    at: string;
  };

  /** Deletions up to version `gc_floor` are forgotten. `deleted_bytes` is what the others take, `op_count` how many names `sync_op` holds; triggers count both. */
  sync_user: {
    user_id: string;
    version: Generated<number>;
    epoch: string;
    gc_floor: Generated<number>;
    deleted_bytes: Generated<number>;
    op_count: Generated<number>;
  };
  /** `last_op` names the change that had the last number, where the device said. `seen_at`: when it last sent one. */
  sync_client: {
    user_id: string;
    client_id: string;
    last_mid: number;
    last_op: string | null;
    seen_at: number;
  };
  /** Changes that took effect, by the name that they keep whatever number they travel under. */
  sync_op: { user_id: string; op_id: string; applied_at: number };
  /** Which device last changed a field; null for a write through REST. */
  sync_writer: { user_id: string; table_name: string; id: string; field: string; client_id: string | null };
  /** A change that the server could not run. `waited_ms` is the time over which it was tried, `tried_at` the last try. */
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
   * `snapshot` is the deleted row as JSON, so that a deletion can be taken back, and `shelf_id` the shelf that it stood on. Rows
   * that went together share the number of their `deletion`.
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
  };
  /** `bytes` are those of the upload, `stored_bytes` and the shape those of what was made of it; null until they are counted. `unused_since` is when a sweep first found no use. */
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
  /** What the owner's rows name and the server lacks: there is no `blob`, or its files are lost. */
  wanted_picture: { user_id: string; sha256: string };

  /**
   * An import that is being written. Its shelves (a JSON list of ids) are deleted again if it does not finish, but only while the
   * account's version is `version`, that of the import's last slice.
   */
  unfinished_import: { user_id: string; shelf_ids: string; version: number };

  /** How often something was seen and clicked on a UTC day (days since 1970). `subject_id` is empty for the page itself. */
  analytics_count: {
    user_id: string;
    kind: CountedKind;
    subject_id: string;
    day: number;
    views: number;
    clicks: number;
  };
  /** The newest activities, in a ring: `slot` is the number of the activity, counted by `analytics_ring`, modulo its size. */
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
  /** When something was counted for whom, so that it is not counted again: `mark` is a hash that nobody can undo once its day is over. */
  analytics_seen: { day: number; mark: string; at: number };
  /** How many events counted against a quota on a UTC day: a network's on a page, or a device's late ones. `mark` as above. */
  analytics_quota: { day: number; mark: string; used: number };

  /** When a housekeeping job was last done, and where one that was interrupted goes on. */
  job: { name: string; done_at: number; cursor: string | null };
  /** One row: the newest time that the server's clock was believed to say, and since when it is in doubt. */
  sweep_clock: { id: number; looked_at: number; seen_ms: number };
}

export type CountedKind = "page" | "shelf" | "item";

/**
 * An id comes from a device, so it is unique for its owner only. `version` is the account's counter at the last change, `writer` the
 * device that made it (null for a REST write), and `others_version` the version of the last change before it by another writer.
 */
type OwnerColumns = {
  user_id: string;
  id: string;
  version: number;
  writer: Generated<string | null>;
  others_version: Generated<number>;
};
