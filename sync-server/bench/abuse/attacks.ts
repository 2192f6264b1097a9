/**
 * By one account or visitor. Each checks its answers and what is stored afterwards: rows, bytes, streams and
 * steps, never times.
 */
import { ANALYTICS_ATTACKS } from "./attacks/analytics-attacks.ts";
import type { Attack } from "./attacks/attack.ts";
import { BUCKET_ATTACKS } from "./attacks/bucket-attacks.ts";
import { CONNECTION_ATTACKS } from "./attacks/connection-attacks.ts";
import { OUTBOUND_ATTACKS } from "./attacks/outbound-attacks.ts";
import { PAGE_ATTACKS } from "./attacks/page-attacks.ts";
import { QUEUE_ATTACKS } from "./attacks/queue-attacks.ts";
import { SCARCE_ATTACKS } from "./attacks/scarce-attacks.ts";
import { SIGN_IN_ATTACKS } from "./attacks/sign-in-attacks.ts";
import { SYNC_ATTACKS } from "./attacks/sync-attacks.ts";
import { UPLOAD_ATTACKS } from "./attacks/upload-attacks.ts";

export const ATTACKS: readonly Attack[] = [
  ...CONNECTION_ATTACKS,
  ...SYNC_ATTACKS,
  ...PAGE_ATTACKS,
  ...UPLOAD_ATTACKS,
  ...BUCKET_ATTACKS,
  ...ANALYTICS_ATTACKS,
  ...QUEUE_ATTACKS,
  ...SIGN_IN_ATTACKS,
  ...OUTBOUND_ATTACKS,
  ...SCARCE_ATTACKS,
];
