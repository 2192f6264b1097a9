import { SHARED_WAITING_MAX_BYTES } from "@shelv/contract/share";
import { Dexie, type Table } from "dexie";
import { newId } from "#platform/new-id";
import type { SharedContent, SharedThing } from "./share-inbox";

/** More is nobody's doing; the oldest go. */
const WAITING_AT_MOST = 20;
/** Sites take no room from what the owner shares. */
const FROM_SITES_AT_MOST = 5;

export class SharedThings {
  readonly #waiting: Table<SharedThing, string>;
  readonly #shelves: Table<{ userId: string; shelfId: string }, string>;

  constructor(options?: ConstructorParameters<typeof Dexie>[1]) {
    const db = new Dexie("shared-with-shelv", options);
    db.version(1).stores({ waiting: "id, content", shelves: "userId" });
    this.#waiting = db.table("waiting");
    this.#shelves = db.table("shelves");
  }

  /** Keeps what was shared. The same thing once more, while it waits, is the same thing. */
  async keep(shared: SharedContent, userId: string | null, at: number): Promise<void> {
    const content = await digestOf(shared);
    const same = (await this.#waiting.where("content").equals(content).toArray()).find(
      (thing) => thing.userId === userId,
    );
    await this.#waiting.put({ ...shared, id: same?.id ?? newId(), userId, content, at });
    await this.#waiting.bulkDelete(overMuch((await this.#waiting.orderBy("id").toArray()).toReversed()));
  }

  /** What this account may take, the newest first: it is what its owner has just shared. */
  async waitingFor(userId: string): Promise<SharedThing[]> {
    const all = await this.#waiting.toArray();
    return all
      .filter((thing) => thing.userId === userId || (thing.userId === null && !thing.notOf?.includes(userId)))
      .toSorted((a, b) => b.at - a.at || (a.id < b.id ? 1 : -1));
  }

  /** It came while nobody was signed in, and is this account's, as its owner says. */
  async claim(id: string, userId: string): Promise<void> {
    await this.#waiting.where({ id }).modify((thing) => void (thing.userId ??= userId));
  }

  /** It is not this account's: it waits for another one. */
  async disown(id: string, userId: string): Promise<void> {
    await this.#waiting
      .where({ id })
      .modify((thing) => void (thing.notOf = [...(thing.notOf ?? []), userId]));
  }

  async putBack(thing: SharedThing): Promise<void> {
    await this.#waiting.put(thing);
  }

  /** It is on a shelf, or was not wanted. */
  async letGo(id: string): Promise<void> {
    await this.#waiting.delete(id);
  }

  async lastShelf(userId: string): Promise<string | undefined> {
    return (await this.#shelves.get(userId))?.shelfId;
  }

  async noteShelf(userId: string, shelfId: string): Promise<void> {
    await this.#shelves.put({ userId, shelfId });
  }

  /** Nothing of an account stays that leaves this device. */
  async forget(userId: string): Promise<void> {
    await this.#shelves.delete(userId);
    await this.#waiting.filter((thing) => thing.userId === userId).delete();
  }
}

/** The ids of what there is no room for, given the newest first. */
export function overMuch(newestFirst: readonly SharedThing[]): string[] {
  let [bytes, count, fromSites] = [0, 0, 0];
  return newestFirst
    .filter(({ picture, from }) => {
      count += 1;
      bytes += picture?.bytes.byteLength ?? 0;
      if (typeof from === "string") fromSites += 1;
      const isOver = count > WAITING_AT_MOST || bytes > SHARED_WAITING_MAX_BYTES;
      return isOver || (typeof from === "string" && fromSites > FROM_SITES_AT_MOST);
    })
    .map(({ id }) => id);
}

async function digestOf({ title, text, url, picture, isPictureLeftOut }: SharedContent): Promise<string> {
  const words = new TextEncoder().encode(JSON.stringify([title, text, url, picture?.type, isPictureLeftOut]));
  const pictureDigest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", picture?.bytes ?? new ArrayBuffer(0)),
  );
  const digest = await crypto.subtle.digest("SHA-256", new Uint8Array([...words, ...pictureDigest]));
  return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, "0")).join("");
}
