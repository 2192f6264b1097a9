/** Each world has a few troubles, so that each pair meets in some seed. */
import type { CategoryRow } from "@shelv/contract/rows/category";
import { PLAN_NAMES } from "@shelv/contract/rows/plan";
import type { Device } from "#device";
import { newCategory, newItem, newShelf } from "#edits";
import { cutAnswer, firewallAnswers, foreignAnswer } from "#http";
import { BLOCKED, type Message, type Network } from "#network";
import type { Random } from "#random";
import { POISON, type SimServer } from "#sim-server";
import { withStorageTrouble } from "./storage-trouble.ts";
import type { Tab } from "#tab";
import type { Traffic } from "#traffic";

export const TROUBLES = [
  "wrong-answers",
  "firewall",
  "storage",
  "clocks",
  "first-syncs",
  "restores",
  "builds",
  "doubles",
  "accounts",
  "plans",
  "imports",
  "categories",
] as const;
export type Trouble = (typeof TROUBLES)[number];

export type Scene = {
  random: Random;
  server: SimServer;
  network: Network;
  traffic: Traffic;
  devices: Device[];
  clock: { errorMs: number };
  edit: (device: Device, tab: Tab) => Promise<void>;
  fortnightLater: () => Promise<void>;
};

export class Troubles {
  readonly #scene: Scene;
  readonly #kinds: readonly Trouble[];

  constructor(scene: Scene, kinds: readonly Trouble[]) {
    this.#scene = scene;
    this.#kinds = kinds;
    if (kinds.includes("firewall")) scene.network.firewall = { answer: scene.random.pick(firewallAnswers) };
  }

  get some(): boolean {
    return this.#kinds.length > 0;
  }

  async happen(device: Device, tab: Tab): Promise<void> {
    await this.#by[this.#scene.random.pick(this.#kinds)](device, tab);
  }

  readonly #by: Record<Trouble, (device: Device, tab: Tab) => Promise<void>> = {
    "wrong-answers": (_, tab) => this.#answerWrongly(tab),
    firewall: (device, tab) => this.#meetFirewall(device, tab),
    clocks: () => this.#setClocks(),
    "first-syncs": (device) => this.#syncForTheFirstTime(device),
    restores: (device, tab) => this.#restoreBeforeRequest(device, tab),
    builds: (device, tab) => this.#meetOlderBuild(device, tab),
    accounts: (device) => this.#beginAgain(device),
    storage: (device, tab) => this.#failStorage(device, tab),
    doubles: (device) => this.#double(device),
    plans: (device, tab) => this.#changePlan(device, tab),
    imports: () => this.#import(),
    categories: (device) =>
      this.#scene.random.chance(3) ? this.#joinAndDelete(device) : this.#nameAlike(device),
  };

  async #answerWrongly(tab: Tab): Promise<void> {
    const { random, network, traffic } = this.#scene;
    await traffic.startSync(tab);
    const waiting = [...network.undelivered(), ...network.unanswered()];
    if (waiting.length === 0) return;
    const message: Message = random.pick(waiting);
    if (random.chance(2) && !message.outcome) await traffic.deliver(message);
    if (![...network.undelivered(), ...network.unanswered()].includes(message)) return;
    const { outcome } = message;
    const isFooled = message.request.method === "PUT" && random.chance(2);
    if (isFooled) message.outcome = { status: 204, body: "", isOwn: true };
    else message.outcome = outcome && random.chance(2) ? cutAnswer(outcome, random) : foreignAnswer(random);
    await traffic.answer(message);
  }

  async #meetFirewall(device: Device, tab: Tab): Promise<void> {
    const { random } = this.#scene;
    const view = await device.view();
    const shelf = view.shelves.length > 0 ? random.pick(view.shelves) : null;
    if (!shelf || random.chance(3)) return this.#scene.edit(device, tab);
    const item = newItem(random, view, shelf);
    item.args.title = `${BLOCKED} ${random.below(1000)}`;
    await device.edit(tab, item);
  }

  async #setClocks(): Promise<void> {
    const { random, server, clock } = this.#scene;
    const errorMs = random.chance(2) ? 0 : random.pick(JUMPS_H) * HOUR_MS * (random.chance(2) ? 1 : -1);
    if (random.chance(2)) await server.setClock(errorMs);
    else clock.errorMs = errorMs;
  }

  async #syncForTheFirstTime(device: Device): Promise<void> {
    const { random, network, traffic } = this.#scene;
    const [slow, quick] = device.tabs;
    if (random.chance(3)) await device.clear();
    if (!slow || !quick) return;
    await traffic.startSync(slow);
    const asked = network.undelivered().find(({ from }) => from === slow.name);
    if (!asked) return;
    await traffic.deliver(asked);
    if (!network.unanswered().includes(asked)) return;
    quick.crash();
    await traffic.syncFully(quick);
    await device.checkOnwards();
    await device.updateApp();
    await traffic.answer(asked);
  }

  async #restoreBeforeRequest(device: Device, tab: Tab): Promise<void> {
    const { random, server, network, traffic } = this.#scene;
    tab.crash();
    if (server.isUnwell || (await traffic.syncFully(tab)) !== "synced") return;
    const view = await device.view();
    if (view.shelves.length === 0) return;
    const shelf = random.pick(view.shelves);
    await server.backUp();
    await server.tryWrite({ name: "shelf.delete", args: { id: shelf.id } });
    await device.edit(tab, newItem(random, view, shelf));
    await traffic.startSync(tab);
    const late = network.undelivered().find(({ from }) => from === tab.name);
    if (!late) return;
    await traffic.lose(late);
    tab.crash();
    await traffic.syncFully(tab);
    await server.restore();
    await traffic.deliverAllStrays();
  }

  /** A tab of the build before pulls on while the device is updated. */
  async #meetOlderBuild(device: Device, tab: Tab): Promise<void> {
    await device.updateApp();
    device.becomeOlder(tab);
    if (!tab.isOlder) return;
    tab.crash();
    await this.#scene.traffic.syncFully(tab);
  }

  async #beginAgain(device: Device): Promise<void> {
    const { random, server } = this.#scene;
    if (device.userId !== server.userId) device.signUp();
    else if (random.chance(6)) await server.beginAgain();
  }

  async #failStorage(device: Device, tab: Tab): Promise<void> {
    const { random, network, traffic, server, edit } = this.#scene;
    const waiting = network.unanswered();
    await withStorageTrouble(random, async () => {
      if (waiting.length > 0 && random.chance(2)) await traffic.answer(random.pick(waiting));
      else if (server.pokes.length > 0 && random.chance(4)) await device.hear(tab, random.pick(server.pokes));
      else if (!tab.isSyncing && random.chance(4)) await traffic.startSync(tab);
      else await edit(device, tab);
    });
    await device.checkOnwards();
  }

  async #double(device: Device): Promise<void> {
    const { devices } = this.#scene;
    if (devices.every(({ shared }) => shared.size === 0) && devices.length < MOST_DEVICES)
      devices.push(await device.double());
  }

  async #changePlan(device: Device, tab: Tab): Promise<void> {
    const { random, server, fortnightLater } = this.#scene;
    const choose = { name: "plan.choose", args: { plan: random.pick(PLAN_NAMES) } } as const;
    const luck = random.below(8);
    if (luck === 0) await fortnightLater();
    else if (luck < 3) await server.tryWrite(choose);
    else if (luck < 5) await device.edit(tab, choose);
    else await device.edit(tab, newShelf(random, await device.view()));
  }

  async #nameAlike(device: Device): Promise<void> {
    const { random, devices } = this.#scene;
    const { shelves } = await device.view();
    const shelf = shelves.length > 0 ? random.pick(shelves) : null;
    for (const one of shelf ? [device, random.pick(devices)] : []) {
      const view = await one.view();
      if (!shelf || !view.shelves.some(({ id }) => id === shelf.id)) continue;
      const tab = random.pick(one.tabs);
      const category = newCategory(random, view, shelf);
      if (await one.edit(tab, category))
        await one.edit(tab, newItem(random, view, shelf, { categoryIds: [category.args.id] }));
    }
  }

  async #joinAndDelete(device: Device): Promise<void> {
    const { random, devices } = this.#scene;
    const view = await device.view();
    const category = view.categories.length > 0 ? (random.pick(view.categories) as CategoryRow) : null;
    if (!category) return;
    const { id, shelfId } = category;
    await device.edit(
      random.pick(device.tabs),
      newItem(random, view, { id: shelfId }, { categoryIds: [id] }),
    );
    const other = random.pick(devices);
    if ((await other.view()).categories.some((one) => one.id === id))
      await other.edit(random.pick(other.tabs), { name: "category.delete", args: { id, shelfId } });
  }

  async #import(): Promise<void> {
    const { random, server } = this.#scene;
    if (server.isUnwell) return;
    const view = await server.state();
    const shelf = newShelf(random, view);
    const items = Array.from({ length: 2 + random.below(30) }, () => newItem(random, view, shelf.args));
    const last = items.at(-1)?.args;
    const luck = random.below(4);
    if (last && luck === 0) last.title = POISON;
    if (last && luck === 1) last.shelfId = random.id();
    await server.import([shelf, ...items]);
  }
}

const MOST_DEVICES = 4;
const HOUR_MS = 60 * 60_000;
const JUMPS_H = [3, 24, 20 * 24, 100 * 24, 500 * 24];
