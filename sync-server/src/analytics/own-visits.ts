import { hash } from "node:crypto";
import { LRUCache } from "lru-cache";

/** Today's hash. */
type Seen = { network: string; userAgent: string };

const IN_MEMORY_AT_MOST = 50_000;

/**
 * On a page's own domain no session cookie identifies the viewer: an event from the network and browser of an
 * owner's session that day counts as the owner's. In memory only, under hashes that expire with the day.
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
