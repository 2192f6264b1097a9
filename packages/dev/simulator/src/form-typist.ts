import { IDBKeyRange } from "fake-indexeddb";
import { DraftWriter } from "web/domain/drafts/draft-writer";
import { type DraftValues, FormDrafts } from "web/local-store/unsynced/form-drafts-database";
import type { Device } from "./device.ts";
import type { Random } from "./random.ts";
import { withStorageTrouble } from "./troubles/storage-trouble.ts";

const FORMS = ["item:new", "shelf:new", "profile"];

type OpenForm = { key: string; writer: DraftWriter; id: string; values: DraftValues; wasStored: boolean };

/**
 * An owner who types in forms while tabs die and the storage fails: a stored draft is offered until it is
 * saved or discarded.
 */
export class FormTypist {
  readonly #random: Random;
  readonly #stored = new Map<string, Map<string, DraftValues>>();
  readonly #open: OpenForm[] = [];
  readonly #browsers: IDBFactory[] = [];

  constructor(random: Random) {
    this.#random = random;
  }

  async act(device: Device): Promise<void> {
    const random = this.#random;
    const form = this.#open.length > 0 ? random.pick(this.#open) : null;
    const luck = random.below(10);
    if (!form || luck < 3) await this.#openForm(device);
    else if (luck < 7) await this.#type(form);
    else if (luck < 9) this.#die(form);
    else await this.#save(form);
  }

  async check(): Promise<void> {
    for (const key of this.#stored.keys()) await this.#mustBeStored(key);
  }

  async #openForm({ browser, userId }: Device): Promise<void> {
    const random = this.#random;
    if (!this.#browsers.includes(browser)) this.#browsers.push(browser);
    const name = random.pick(FORMS);
    const key = JSON.stringify([this.#browsers.indexOf(browser), userId, name]);
    const id = random.id();
    const drafts = draftsIn(browser);
    const form: OpenForm = {
      key,
      id,
      values: {},
      wasStored: false,
      writer: new DraftWriter({
        userId,
        form: name,
        writer: id,
        drafts: async () => drafts,
        picturesIn: async () => [],
        isOpen: async (writer) => this.#isOpen(writer),
        onStored: (isStored) => (form.wasStored = isStored),
      }),
    };
    const found = await form.writer.find();
    const offered = new Map(found.map(({ writer, values }) => [writer, values]));
    mustBeSame(key, offered, new Map([...this.#textsOf(key)].filter(([writer]) => !this.#isOpen(writer))));
    const [draft] = found;
    if (draft) {
      const restores = random.chance(2);
      if (restores) form.writer.changed((form.values = draft.values));
      await (restores ? form.writer.continued(draft) : form.writer.discard(draft));
      this.#textsOf(key).delete(draft.writer);
      if (restores) this.#noteStored(form);
    }
    this.#open.push(form);
  }

  async #type(form: OpenForm): Promise<void> {
    const random = this.#random;
    form.wasStored = false;
    form.values = { ...form.values, [random.pick(["title", "url"])]: `typed ${random.below(1000)}` };
    form.writer.changed(form.values);
    const write = () => form.writer.flush();
    await (random.chance(3) ? withStorageTrouble(random, write) : write());
    this.#noteStored(form);
  }

  #isOpen(writer: string): boolean {
    return this.#open.some(({ id }) => id === writer);
  }

  #textsOf(key: string): Map<string, DraftValues> {
    const texts = this.#stored.get(key) ?? new Map<string, DraftValues>();
    this.#stored.set(key, texts);
    return texts;
  }

  #noteStored({ key, id, values, wasStored }: OpenForm): void {
    if (wasStored) this.#textsOf(key).set(id, values);
  }

  #die(form: OpenForm): void {
    this.#open.splice(this.#open.indexOf(form), 1);
  }

  async #save(form: OpenForm): Promise<void> {
    this.#die(form);
    await form.writer.end();
    this.#textsOf(form.key).delete(form.id);
  }

  async #mustBeStored(key: string): Promise<void> {
    const [browser, userId, name] = JSON.parse(key) as [number, string, string];
    const all = await draftsIn(this.#browsers[browser] as IDBFactory).of(userId, name);
    mustBeSame(key, new Map(all.map(({ writer, values }) => [writer, values])), this.#textsOf(key));
  }
}

function mustBeSame(key: string, found: Map<string, DraftValues>, typed: Map<string, DraftValues>): void {
  const [have, want] = [found, typed].map((texts) =>
    JSON.stringify([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))),
  );
  if (have !== want) throw new Error(`The form ${key} has ${have}, but ${want} was typed`);
}

const draftsIn = (browser: IDBFactory) => new FormDrafts({ indexedDB: browser, IDBKeyRange });
