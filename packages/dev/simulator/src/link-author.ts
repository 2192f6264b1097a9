import { firstOf, namesOf, picked } from "@shelv/contract/rows/field";
import { ITEM_FIELDS_FROM_PAGE, type ItemRow, type LinkState } from "@shelv/contract/rows/item";
import type { MutationArgs } from "@shelv/mutators/mutations";
import { faults } from "./faults/faults.ts";
import type { Random } from "./random.ts";
import type { SimServer } from "./sim-server.ts";

const { picture: _, ...TEXTS } = ITEM_FIELDS_FROM_PAGE;
const TEXT_NAMES = namesOf(TEXTS);
type Fields = Pick<ItemRow, keyof typeof TEXTS>;
type Reading = { id: string; url: string; was: Fields };

const HOST = "example.com";
const STATES: LinkState[] = ["ok", "gone", "unsure", "sold-out"];

/**
 * The server as an author: it reads links, completes later what is still empty, and writes what checks find.
 */
export class LinkAuthor {
  readonly #random: Random;
  readonly #server: SimServer;
  readonly #readings: Reading[] = [];

  constructor(random: Random, server: SimServer) {
    this.#random = random;
    this.#server = server;
  }

  async act(): Promise<void> {
    const random = this.#random;
    const items = await this.#items();
    if (items.length === 0 || this.#server.isUnwell) return;
    const events = [
      () => this.#ask(random.pick(items)),
      () => this.#begin(items),
      () => this.#finish(),
      () => this.#finish(),
      () => this.#check(items.filter(() => random.chance(3)).slice(0, 5)),
    ];
    await random.pick(events)();
  }

  async #ask({ id }: ItemRow): Promise<void> {
    const isNew = this.#random.chance(2);
    const patch = {
      details: "pending" as const,
      ...(isNew ? { ...firstOf(TEXTS), title: HOST } : {}),
    };
    await this.#server.tryWrite({ name: "item.update", args: { id, patch, was: {} } });
  }

  async #begin(items: readonly ItemRow[]): Promise<void> {
    const pending = items.filter(({ details }) => details === "pending");
    if (pending.length === 0) return;
    const item = this.#random.pick(pending);
    this.#readings.push({ id: item.id, url: item.url, was: picked(item, TEXT_NAMES) });
  }

  async #finish(): Promise<void> {
    const random = this.#random;
    if (this.#readings.length === 0) return;
    const reading = random.pick(this.#readings);
    this.#readings.splice(this.#readings.indexOf(reading), 1);
    const { id, url, was } = reading;
    const before = (await this.#items()).find((item) => item.id === id);
    const patch: Partial<Fields> | null = random.chance(6)
      ? null
      : Object.fromEntries(
          TEXT_NAMES.filter((field) => was[field] === (field === "title" ? HOST : "")).map((field) => [
            field,
            `read ${random.below(1000)}`,
          ]),
        );
    const guards = faults.has("link-guards-nothing") && before ? before : was;
    const args: MutationArgs<"item.complete-details"> = {
      id,
      url,
      patch,
      was: picked(guards, TEXT_NAMES),
    };
    await this.#server.tryWrite({ name: "item.complete-details", args });
    const after = (await this.#items()).find((item) => item.id === id);
    if (before && after) mustHaveKept(reading, before, after);
  }

  async #check(items: readonly ItemRow[]): Promise<void> {
    const checkedAt = new Date(this.#server.clock()).toISOString();
    const checks = items.map(({ id, url }) => ({ id, url, checkedAt, linkState: this.#random.pick(STATES) }));
    if (checks.length > 0) await this.#server.tryWrite({ name: "item.note-link-checks", args: { checks } });
  }

  async #items(): Promise<ItemRow[]> {
    const rows = (await this.#server.state()).items as ItemRow[];
    return rows.toSorted((a, b) => (a.id < b.id ? -1 : 1));
  }
}

function mustHaveKept({ id, url, was }: Reading, before: ItemRow, after: ItemRow): void {
  for (const field of TEXT_NAMES) {
    const isTheOwners = before[field] !== was[field] || before.url !== url;
    if (isTheOwners && after[field] !== before[field])
      throw new Error(`Item ${id}'s link overwrote the ${field} ${JSON.stringify(before[field])}`);
  }
}
