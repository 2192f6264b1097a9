/**
 * Writes what is typed in one open form, at most twice a second, one write after the other. A draft that was found and that the owner
 * has not decided about stays under what is typed meanwhile, so that neither is lost:
 *
 *     form changes ── changed(typed) ──▶ 400 ms ──▶ { ...found, ...typed } ──▶ FormDrafts
 *     page hidden ─── flush() ──────────▶ at once
 *     saved, discarded ── end() ────────▶ removed; what was found and not decided about stays
 */
import type { DraftPicture, DraftValues, FormDraft } from "#local-store/form-drafts";
import type { FormDrafts } from "#local-store/kept-form-drafts";

const WRITES_EVERY_MS = 400;

type DraftWriterOptions = {
  userId: string;
  form: string;
  writer: string;
  drafts: () => Promise<FormDrafts>;
  /** Of the pictures that the values name, those that only this page has. */
  heldIn: (values: DraftValues) => Promise<DraftPicture[]>;
  /** Whether the last write was stored. */
  onStored: (isStored: boolean) => void;
};

export class DraftWriter {
  readonly #options: DraftWriterOptions;
  #found: FormDraft | null = null;
  /** Whose drafts this form may remove: its own, and the one that it was offered. */
  readonly #writers: string[];
  #typed: DraftValues | null = null;
  #hasWritten = false;
  #ended: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: DraftWriterOptions) {
    this.#options = options;
    this.#writers = [options.writer];
  }

  /** What an earlier page left, to be offered. Nothing is written before that is known. Null where nothing can be read. */
  find(now = Date.now()): Promise<FormDraft | null> {
    const { userId, form, drafts } = this.#options;
    return this.#inTurn(async () => (this.#found = await (await drafts()).read(userId, form, now)));
  }

  /** What differs from the form's beginning; null where nothing does. */
  changed(typed: DraftValues | null): void {
    const text = JSON.stringify(typed);
    if (text === JSON.stringify(this.#typed) || text === this.#ended) return;
    this.#ended = null;
    this.#typed = typed;
    this.#timer ??= setTimeout(() => void this.flush(), WRITES_EVERY_MS);
  }

  /** Writes now, where something is typed or waits to be written. */
  async flush(): Promise<void> {
    const isDue = this.#timer !== undefined || this.#typed !== null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (isDue) await this.#inTurn(() => this.#write());
  }

  /** The owner has gone on with what was found, or wants none of it: it stands under nothing any more. */
  async decide(): Promise<void> {
    if (this.#found) this.#writers.push(this.#found.writer);
    this.#found = null;
    this.#hasWritten = true;
    await this.#inTurn(() => this.#write());
  }

  /** What was typed is saved, or is not wanted. */
  async end(): Promise<void> {
    this.#ended = JSON.stringify(this.#typed);
    this.#typed = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#hasWritten) await this.#inTurn(() => this.#write());
  }

  /** A storage that is full or in trouble stops nobody from typing. */
  async #write(): Promise<void> {
    const { userId, form, writer, drafts, heldIn, onStored } = this.#options;
    try {
      const store = await drafts();
      const values = { ...this.#found?.values, ...this.#typed };
      if (Object.keys(values).length === 0) {
        if (this.#hasWritten) await store.remove(userId, form, this.#writers);
        return;
      }
      this.#hasWritten = true;
      onStored(await store.write({ userId, form, values, at: Date.now(), writer }, await heldIn(values)));
    } catch {
      onStored(false);
    }
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T | null> {
    const done = this.#work.then(work).catch(() => null);
    this.#work = done;
    return done;
  }
}
