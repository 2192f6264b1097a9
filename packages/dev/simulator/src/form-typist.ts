import { IDBKeyRange } from "fake-indexeddb";
import { DraftWriter } from "web/domain/drafts/draft-writer";
import { type DraftValues, FormDrafts } from "web/local-store/unsynced/form-drafts-database";
import type { Device } from "./device.ts";
import type { Random } from "./random.ts";
import { withStorageTrouble } from "./troubles/storage-trouble.ts";

const FORMS = ["item:new", "shelf:new", "profile"];

/** A stored text, which `writer` wrote last. */
type Stored = { values: DraftValues; writer: string };
type OpenForm = { key: string; writer: DraftWriter; id: string; values: DraftValues; wasStored: boolean };

/**
 * An owner who types in forms while tabs die and the storage fails: the text that a form has stored is
 * offered when that form opens again, until its owner saves or discards it there.
 */
export class FormTypist {
  readonly #random: Random;
  readonly #stored = new Map<string, Stored>();
  readonly #open: OpenForm[] = [];
  /** Browsers by their number: a cleared or restored browser is another one. */
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

  /** Checks that all text that was stored is still there. */
  async check(): Promise<void> {
    for (const key of this.#stored.keys()) await this.#mustBeOffered(key);
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
        onStored: (isStored) => (form.wasStored = isStored),
      }),
    };
    const found = await form.writer.find();
    const expected = this.#stored.get(key);
    if (expected) await this.#mustBeOffered(key);
    else if (found)
      throw new Error(`The form ${key} offers ${JSON.stringify(found.values)}, which is done with`);
    if (found) {
      const restores = random.chance(2);
      if (restores) form.writer.changed((form.values = found.values));
      await form.writer.decide();
      await form.writer.flush();
      if (restores) this.#noteStored(form);
      else this.#stored.delete(key);
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

  #noteStored({ key, id, values, wasStored }: OpenForm): void {
    if (wasStored) this.#stored.set(key, { values, writer: id });
  }

  /** Kills the tab or the browser. */
  #die(form: OpenForm): void {
    this.#open.splice(this.#open.indexOf(form), 1);
  }

  /** Saves a form; another tab's text stays. */
  async #save(form: OpenForm): Promise<void> {
    this.#die(form);
    await form.writer.end();
    if (this.#stored.get(form.key)?.writer === form.id) this.#stored.delete(form.key);
  }

  async #mustBeOffered(key: string): Promise<void> {
    const [browser, userId, name] = JSON.parse(key) as [number, string, string];
    const expected = this.#stored.get(key);
    if (!expected) return;
    const found = await draftsIn(this.#browsers[browser] as IDBFactory).read(userId, name);
    if (JSON.stringify(found?.values) !== JSON.stringify(expected.values))
      throw new Error(
        `The form ${key} offers ${JSON.stringify(found?.values)}, but ${JSON.stringify(expected.values)} was typed`,
      );
  }
}

const draftsIn = (browser: IDBFactory) => new FormDrafts({ indexedDB: browser, IDBKeyRange });
