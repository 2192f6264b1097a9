/** Stores one form's text at most every 400 ms. Drafts of forms that no tab has open are offered. */
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
  /** In any tab. */
  isOpen: (writer: string) => Promise<boolean>;
  /** That only this page has. */
  picturesIn: (values: DraftValues) => Promise<DraftPicture[]>;
  onStored: (isStored: boolean) => void;
};

export class DraftWriter {
  readonly #options: DraftWriterOptions;
  #typed: DraftValues | null = null;
  #hasWritten = false;
  /** The next write replaces it: a page that ends may abort the first try. */
  #insteadOf: string | undefined;
  #ended: string | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #work: Promise<unknown> = Promise.resolve();

  constructor(options: DraftWriterOptions) {
    this.#options = options;
  }

  async find(): Promise<FormDraft[]> {
    const { userId, form, drafts, isOpen } = this.#options;
    try {
      const all = await (await drafts()).of(userId, form);
      const areOpen = await Promise.all(all.map(({ writer }) => isOpen(writer)));
      return all.filter((_, at) => !areOpen[at]);
    } catch {
      return [];
    }
  }

  /** The values that differ from the initial ones; null if none do. */
  changed(typed: DraftValues | null): void {
    const text = JSON.stringify(typed);
    if (text === JSON.stringify(this.#typed) || text === this.#ended) return;
    this.#ended = null;
    this.#typed = typed;
    this.#timer ??= setTimeout(() => void this.flush(), WRITES_EVERY_MS);
  }

  async flush(): Promise<void> {
    const isDue = this.#timer !== undefined || this.#typed !== null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (isDue) await this.#enqueue(() => this.#write());
  }

  /** This form shows the offered draft's text now. Unless that is stored, the offered draft stays. */
  async continued(draft: FormDraft): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#insteadOf = draft.writer;
    await this.#enqueue(() => this.#write());
  }

  async discard({ writer }: FormDraft): Promise<void> {
    const { userId, form, drafts } = this.#options;
    await this.#enqueue(async () => (await drafts()).remove(userId, form, [writer]));
  }

  async end(): Promise<void> {
    this.#ended = JSON.stringify(this.#typed);
    this.#typed = null;
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#enqueue(() => this.#write());
  }

  /** A full or failing storage never blocks typing. */
  async #write(): Promise<void> {
    const { userId, form, writer, drafts, picturesIn, onStored } = this.#options;
    const [values, insteadOf] = [this.#typed, this.#insteadOf];
    try {
      const store = await drafts();
      if (values === null) {
        if (this.#hasWritten || insteadOf !== undefined)
          await store.remove(userId, form, [writer, insteadOf ?? writer]);
        return;
      }
      this.#hasWritten = true;
      const draft = { userId, form, values, at: Date.now(), writer };
      const isStored = await store.write(draft, await picturesIn(values), insteadOf);
      onStored(isStored);
      if (isStored) this.#insteadOf = undefined;
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
