/**
 * Stores the text typed in one form at most every 400 ms, one write at a time. A found draft stays under the
 * newer text until the owner decides, so that neither is lost:
 *
 *   form changes ── changed(typed) ──▶ 400 ms ──▶ { ...found, ...typed } ──▶ FormDrafts
 *   page hidden ─── flush() ──────────▶ at once
 *   saved, discarded ── end() ────────▶ removed; an undecided found draft stays
 */
import type {
  DraftPicture,
  DraftValues,
  FormDraft,
  FormDrafts,
} from "#local-store/unsynced/form-drafts-database";

const WRITES_EVERY_MS = 400;

type DraftWriterOptions = {
  userId: string;
  form: string;
  writer: string;
  drafts: () => Promise<FormDrafts>;
  /** The pictures that only this page has. */
  picturesIn: (values: DraftValues) => Promise<DraftPicture[]>;
  onStored: (isStored: boolean) => void;
};

export class DraftWriter {
  readonly #options: DraftWriterOptions;
  #found: FormDraft | null = null;
  #typed: DraftValues | null = null;
  #hasWritten = false;
  #ended: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: DraftWriterOptions) {
    this.#options = options;
  }

  /** Null if there is none. Nothing is written before it is known. */
  find(): Promise<FormDraft | null> {
    const { userId, form, drafts } = this.#options;
    return this.#enqueue(async () => (this.#found = await (await drafts()).read(userId, form)));
  }

  /** The values that differ from the initial ones; null if none do. */
  changed(typed: DraftValues | null): void {
    const text = JSON.stringify(typed);
    if (text === JSON.stringify(this.#typed) || text === this.#ended) return;
    this.#ended = null;
    this.#typed = typed;
    this.#timer ??= setTimeout(() => void this.flush(), WRITES_EVERY_MS);
  }

  /** Writes at once. */
  async flush(): Promise<void> {
    const isDue = this.#timer !== undefined || this.#typed !== null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (isDue) await this.#enqueue(() => this.#write());
  }

  /**
   * The owner restored or discarded the found draft. Text that the tab of that draft types later is another
   * draft.
   */
  async decide(): Promise<void> {
    const decided = this.#found ? [this.#found.writer] : [];
    this.#found = null;
    this.#hasWritten = true;
    await this.#enqueue(() => this.#write(decided));
  }

  async end(): Promise<void> {
    this.#ended = JSON.stringify(this.#typed);
    this.#typed = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#hasWritten) await this.#enqueue(() => this.#write());
  }

  /** A full or failing storage never blocks typing. */
  async #write(decided: readonly string[] = []): Promise<void> {
    const { userId, form, writer, drafts, picturesIn, onStored } = this.#options;
    try {
      const store = await drafts();
      const values = { ...this.#found?.values, ...this.#typed };
      if (Object.keys(values).length === 0) {
        if (this.#hasWritten) await store.remove(userId, form, [writer, ...decided]);
        return;
      }
      this.#hasWritten = true;
      onStored(await store.write({ userId, form, values, at: Date.now(), writer }, await picturesIn(values)));
    } catch {
      onStored(false);
    }
  }

  #enqueue<T>(work: () => Promise<T>): Promise<T | null> {
    const done = this.#work.then(work).catch(() => null);
    this.#work = done;
    return done;
  }
}
