import { Dexie, type Table } from "dexie";

export type DraftValues = Record<string, unknown>;

export type FormDraft = {
  userId: string;
  /** "item:new", "shelf:<id>", "appearance". */
  form: string;
  /** Only those that were typed or chosen. */
  values: DraftValues;
  /** Those that only this draft has. */
  pictures: { sha256: string; bytes: number }[];
  at: number;
  /** The open form that wrote it: it replaces no other form's draft. */
  writer: string;
};

export type DraftPicture = {
  sha256: string;
  type: string;
  bytes: ArrayBuffer;
  /** The server drew it: it has no background to remove. */
  isDrawn?: boolean;
};

const DRAFTS_AT_MOST = 50;
/** Per account. Beyond it, older drafts lose their pictures, not their texts. */
const PICTURES_MAX_BYTES = 24 * 1024 * 1024;
const VALUES_MAX_LENGTH = 500_000;

type StoredPicture = DraftPicture & { userId: string };

export class FormDrafts {
  readonly #db: Dexie;
  readonly #drafts: Table<FormDraft, [string, string, string]>;
  readonly #pictures: Table<StoredPicture, [string, string]>;

  constructor(options?: ConstructorParameters<typeof Dexie>[1]) {
    this.#db = new Dexie("drafts-of-shelv", options);
    this.#db
      .version(1)
      .stores({ drafts: "[userId+form+writer], userId", pictures: "[userId+sha256], userId" });
    this.#drafts = this.#db.table("drafts");
    this.#pictures = this.#db.table("pictures");
  }

  /** Newest first. Drafts have no age: a clock that was wrong would hide a new one. */
  async of(userId: string, form: string): Promise<FormDraft[]> {
    const all = await this.#drafts.where({ userId }).toArray();
    return all.filter((draft) => draft.form === form).toSorted((a, b) => b.at - a.at);
  }

  async picturesOf({ userId, pictures }: Pick<FormDraft, "userId" | "pictures">): Promise<DraftPicture[]> {
    const found = await this.#pictures.bulkGet(
      pictures.map(({ sha256 }) => [userId, sha256] as [string, string]),
    );
    return found.filter((picture) => picture !== undefined);
  }

  /**
   * Replaces this writer's draft, and removes that of `insteadOf`. `held`: pictures that only this page has.
   * False if the draft is too long; throws storage errors.
   */
  async write(
    draft: Omit<FormDraft, "pictures">,
    held: readonly DraftPicture[],
    insteadOf?: string,
  ): Promise<boolean> {
    if (JSON.stringify(draft.values).length > VALUES_MAX_LENGTH) return false;
    const { userId } = draft;
    await this.#db.transaction("rw", this.#drafts, this.#pictures, async () => {
      const before = await this.#drafts.get(keyOf(draft));
      const stored = (before?.pictures ?? []).filter(
        ({ sha256 }) => names(draft.values, sha256) && !held.some((picture) => picture.sha256 === sha256),
      );
      const there = new Set(
        (await this.#pictures.where({ userId }).primaryKeys()).map(([, sha256]) => sha256),
      );
      // A picture is written once, not with each letter.
      await this.#pictures.bulkPut(
        held.filter(({ sha256 }) => !there.has(sha256)).map((picture) => ({ ...picture, userId })),
      );
      await this.#drafts.put({
        ...draft,
        pictures: [...stored, ...held.map(({ sha256, bytes }) => ({ sha256, bytes: bytes.byteLength }))],
      });
      if (insteadOf !== undefined) await this.#drafts.delete(keyOf({ ...draft, writer: insteadOf }));
      await this.#prune(userId);
    });
    return true;
  }

  async remove(userId: string, form: string, writers: readonly string[]): Promise<void> {
    await this.#db.transaction("rw", this.#drafts, this.#pictures, async () => {
      const drafts = await this.of(userId, form);
      await this.#drafts.bulkDelete(drafts.filter(({ writer }) => writers.includes(writer)).map(keyOf));
      await this.#prune(userId);
    });
  }

  count(userId: string): Promise<number> {
    return this.#drafts.where({ userId }).count();
  }

  async forget(userId: string): Promise<void> {
    await this.#db.transaction("rw", this.#drafts, this.#pictures, () =>
      Promise.all([this.#drafts.where({ userId }).delete(), this.#pictures.where({ userId }).delete()]),
    );
  }

  async #prune(userId: string): Promise<void> {
    const newestFirst = (await this.#drafts.where({ userId }).toArray()).toSorted((a, b) => b.at - a.at);
    const stays = newestFirst.slice(0, DRAFTS_AT_MOST);
    await this.#drafts.bulkDelete(newestFirst.slice(DRAFTS_AT_MOST).map(keyOf));
    let bytesLeft = PICTURES_MAX_BYTES;
    const wanted = new Set<string>();
    for (const draft of stays) {
      bytesLeft -= draft.pictures.reduce((sum, { bytes }) => sum + bytes, 0);
      if (bytesLeft >= 0) for (const { sha256 } of draft.pictures) wanted.add(sha256);
      else if (draft.pictures.length > 0) await this.#drafts.put({ ...draft, pictures: [] });
    }
    const there = await this.#pictures.where({ userId }).primaryKeys();
    await this.#pictures.bulkDelete(there.filter(([, sha256]) => !wanted.has(sha256)));
  }
}

const keyOf = ({
  userId,
  form,
  writer,
}: Omit<FormDraft, "values" | "pictures" | "at">): [string, string, string] => [userId, form, writer];
const names = (values: Record<string, unknown>, sha256: string) => Object.values(values).includes(sha256);
