import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** `network` is today's hash of it. */
type Seen = { network: string; userAgent: string };

const IN_MEMORY_AT_MOST = 50_000;

/**
 * The networks and browsers of owners today. The session cookie belongs to the app's host, so on a page's own
 * domain nothing identifies the viewer: an event from the same network and browser as an owner's session that
 * day counts as the owner's. In memory only, under hashes that expire with the day.
 */
export class OwnVisits {
  readonly #ownersAt = new LRUCache<string, ReadonlySet<string>>({ max: IN_MEMORY_AT_MOST });

  note(userId: string, seen: Seen): void {
    const mark = markOf(seen);
    const owners = this.#ownersAt.get(mark);
    if (!owners?.has(userId)) this.#ownersAt.set(mark, new Set(owners).add(userId));
  }

  ownersAt(seen: Seen): ReadonlySet<string> {
    return this.#ownersAt.get(markOf(seen)) ?? new Set();
  }
}

const markOf = ({ network, userAgent }: Seen): string =>
  hash("sha256", `${network}${userAgent}`, "base64url").slice(0, 22);
