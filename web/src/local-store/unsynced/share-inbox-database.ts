import {
  SHARED_PICTURE_MAX_BYTES,
  SHARED_TEXT_MAX_BYTES,
  SHARED_WAITING_MAX_BYTES,
} from "@shelv/contract/links/share";
import { Dexie, type Table } from "dexie";
import { newId } from "#platform/new-id";

export type SharedContent = {
  title: string;
  text: string;
  url: string;
  /** As received: preparation finds out whether it is a picture. */
  picture: { bytes: ArrayBuffer; type: string; name: string } | null;
  isPictureLeftOut: boolean;
  /** The sending site's host; null if unknown, undefined if the owner shared it. */
  from?: string | null;
};

export type SharedEntry = SharedContent & {
  /** Becomes the item's id: two tabs that save the share make one item. */
  id: string;
  /** Null if no account was signed in: the next one is asked before it sees the entry. */
  userId: string | null;
  notOf?: string[];
  content: string;
  at: number;
};

/**
 * How many more shares fit, with the bytes of all their pictures and of each, before one that waits is given
 * up.
 */
export type InboxRoom = { entries: number; bytes: number; pictureBytes: number };

const MAX_ENTRIES = 20;
/** Their own limit: sites cannot displace what the owner shares. */
const MAX_FROM_SITES = 5;

export class ShareInbox {
  readonly #waiting: Table<SharedEntry, string>;
  readonly #shelves: Table<{ userId: string; shelfId: string }, string>;

  constructor(options?: ConstructorParameters<typeof Dexie>[1]) {
    const db = new Dexie("shared-with-shelv", options);
    db.version(1).stores({ waiting: "id, content", shelves: "userId" });
    this.#waiting = db.table("waiting");
    this.#shelves = db.table("shelves");
  }

  /** Renews an equal share. Long texts are cut. */
  async add(given: SharedContent, userId: string | null, at: number): Promise<void> {
    const [title, text, url] = [given.title, given.text, given.url].map(cut) as [string, string, string];
    const shared = { ...given, title, text, url };
    const content = await digestOf(shared);
    await this.#waiting.db.transaction("rw", this.#waiting, async () => {
      const same = (await this.#waiting.where("content").equals(content).toArray()).find(
        (entry) => entry.userId === userId,
      );
      await this.#waiting.put({ ...shared, id: same?.id ?? newId(), userId, content, at });
      await this.#waiting.bulkDelete(idsOverLimit((await this.#waiting.toArray()).toSorted(byTime)));
    });
  }

  async room(): Promise<InboxRoom> {
    const waiting = await this.#waiting.toArray();
    const bytes = waiting.reduce((sum, { picture }) => sum + (picture?.bytes.byteLength ?? 0), 0);
    return {
      entries: MAX_ENTRIES - waiting.length,
      bytes: SHARED_WAITING_MAX_BYTES - bytes,
      pictureBytes: SHARED_PICTURE_MAX_BYTES,
    };
  }

  async waitingFor(userId: string): Promise<SharedEntry[]> {
    const all = await this.#waiting.toArray();
    return all
      .filter((entry) => entry.userId === userId || (entry.userId === null && !entry.notOf?.includes(userId)))
      .toSorted(byTime);
  }

  async claim(id: string, userId: string): Promise<void> {
    await this.#waiting.where({ id }).modify((entry) => void (entry.userId ??= userId));
  }

  async decline(id: string, userId: string): Promise<void> {
    await this.#waiting
      .where({ id })
      .modify((entry) => void (entry.notOf = [...(entry.notOf ?? []), userId]));
  }

  async putBack(entry: SharedEntry): Promise<void> {
    await this.#waiting.put(entry);
  }

  async remove(id: string): Promise<void> {
    await this.#waiting.delete(id);
  }

  async lastShelf(userId: string): Promise<string | undefined> {
    return (await this.#shelves.get(userId))?.shelfId;
  }

  async noteShelf(userId: string, shelfId: string): Promise<void> {
    await this.#shelves.put({ userId, shelfId });
  }

  async forget(userId: string): Promise<void> {
    await this.#shelves.delete(userId);
    await this.#waiting.filter((entry) => entry.userId === userId).delete();
  }
}

/** A UTF-16 unit has at most three bytes. */
const cut = (text: string) => text.slice(0, SHARED_TEXT_MAX_BYTES / 3);

const byTime = (a: SharedEntry, b: SharedEntry) => b.at - a.at || (a.id < b.id ? 1 : -1);

export function idsOverLimit(newestFirst: readonly SharedEntry[]): string[] {
  let [bytes, count, fromSites] = [0, 0, 0];
  return newestFirst
    .filter(({ picture, from }) => {
      count += 1;
      bytes += picture?.bytes.byteLength ?? 0;
      if (typeof from === "string") fromSites += 1;
      const isOver = count > MAX_ENTRIES || bytes > SHARED_WAITING_MAX_BYTES;
      return isOver || (typeof from === "string" && fromSites > MAX_FROM_SITES);
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
