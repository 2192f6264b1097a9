/**
 * A whole little world in one process, and every step of it chosen by one seed: three devices (one of them with two tabs)
 * that edit, sync and crash, a server that is backed up and restored, and a network that loses, repeats and reorders. It
 * drives the production code of the outbox, the sync engine and the server's write path; only the clock, the network and
 * the user are made up. At the end the world heals, and the invariants must hold.
 */
import type { OwnerRow, OwnerTable } from "@shelv/contract/owner-tables";
import { Refusal } from "@shelv/contract/refusal";
import { Device, type Tab } from "./device.ts";
import { randomEdit } from "./edits.ts";
import { everyViewEqualsServer, nothingIsLostOrDoubled, viewIsReplayOfBase } from "./invariants.ts";
import { type Message, Network } from "./network.ts";
import { Random } from "./random.ts";
import { SimServer } from "./sim-server.ts";

const STEPS = 200;
/** Far more rounds than a healthy engine needs to settle. */
const HEALING_ROUNDS = 60;

/** Runs one seed. Throws with what went wrong. */
export async function simulate(seed: number): Promise<{ edits: number }> {
  const server = await SimServer.start();
  const world = new World(new Random(seed), server);
  try {
    for (let step = 0; step < STEPS; step += 1) await world.step();
    await world.heal();
    return { edits: await world.check() };
  } finally {
    world.close();
    await server.stop();
  }
}

class World {
  readonly #random: Random;
  readonly #server: SimServer;
  readonly #network: Network;
  readonly #devices: Device[];
  readonly #tabs: { tab: Tab; device: Device }[];

  constructor(random: Random, server: SimServer) {
    this.#random = random;
    this.#server = server;
    this.#network = new Network(server);
    this.#devices = [new Device("phone", 2, this.#network), new Device("laptop", 1, this.#network), new Device("tablet", 1, this.#network)];
    this.#tabs = this.#devices.flatMap((device) => device.tabs.map((tab) => ({ tab, device })));
  }

  /** One thing happens. What is not possible now is passed over. */
  async step(): Promise<void> {
    const random = this.#random;
    const { tab, device } = random.pick(this.#tabs);
    const luck = random.below(100);
    if (luck < 30) await device.edit(tab, randomEdit(random, await device.view()));
    else if (luck < 48) await this.#startSync(tab);
    else if (luck < 66) await this.#withOne(this.#network.undelivered(), (message) => this.#network.deliver(message));
    else if (luck < 84) await this.#withOne(this.#network.unanswered(), (message) => this.#answer(message));
    else if (luck < 88) await this.#withOne([...this.#network.undelivered(), ...this.#network.unanswered()], (message) => this.#lose(message));
    else if (luck < 90) await this.#withOne(this.#network.undelivered(), (message) => this.#network.deliverAgain(message));
    else if (luck < 93) await this.#deliverStray();
    else if (luck < 95) tab.crash();
    else if (luck < 97) await this.#restWrite();
    else if (luck < 98) await this.#server.backUp();
    else if (luck < 99) await this.#server.restore();
    else await this.#checkReplay(device);
  }

  /** The network is well again: everybody syncs, one after another, until all have seen everything. */
  async heal(): Promise<void> {
    for (const { tab } of this.#tabs) tab.crash();
    while (this.#network.strays > 0) await this.#deliverStray();
    for (let round = 0; round < HEALING_ROUNDS; round += 1) {
      const results = [];
      for (const { tab } of this.#tabs) results.push(await this.#syncFully(tab));
      // The last one's changes reach the first in one more round.
      if (round > 0 && results.every((outcome) => outcome === "synced")) return;
    }
    throw new Error(`The devices do not settle: ${this.#tabs.map(({ tab }) => `${tab.name} ${tab.outcome}`).join(", ")}`);
  }

  async check(): Promise<number> {
    for (const device of this.#devices) await viewIsReplayOfBase(device);
    await everyViewEqualsServer(this.#devices, this.#server);
    await nothingIsLostOrDoubled(this.#devices, this.#server);
    return this.#devices.reduce((sum, { made }) => sum + made.length, 0);
  }

  close(): void {
    for (const device of this.#devices) device.close();
  }

  async #startSync(tab: Tab): Promise<void> {
    if (!tab.isSyncing) await tab.startSync();
  }

  async #answer(message: Message): Promise<void> {
    const { response } = message;
    await this.#andUntilStill(message, () => this.#network.answer(message));
    const waited = this.#tabs.find(({ tab }) => tab.name === message.from);
    if (waited && response) waited.device.heard(waited.tab, response);
  }

  async #lose(message: Message): Promise<void> {
    await this.#andUntilStill(message, () => this.#network.lose(message));
  }

  /** The tab that waited goes on by itself until it waits again or ends: one thing moves at a time. */
  async #andUntilStill(message: Message, act: () => void): Promise<void> {
    const waiting = this.#tabs.find(({ tab }) => tab.name === message.from);
    const still = waiting?.tab.untilStill();
    act();
    await still;
  }

  async #deliverStray(): Promise<void> {
    if (this.#network.strays > 0) await this.#network.deliverStray(this.#random.below(this.#network.strays));
  }

  async #restWrite(): Promise<void> {
    const state: Record<OwnerTable, OwnerRow[]> = await this.#server.state();
    await this.#server.write(randomEdit(this.#random, state)).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
  }

  /** Not while a queue is drained: acknowledged changes then show before their rows are here. */
  async #checkReplay(device: Device): Promise<void> {
    if (!device.isDraining) await viewIsReplayOfBase(device);
  }

  async #syncFully(tab: Tab) {
    let still = tab.startSync();
    await still;
    for (let turn = 0; tab.isSyncing && turn < 500; turn += 1) {
      const message = [...this.#network.undelivered()].find(({ from }) => from === tab.name);
      if (!message) throw new Error(`${tab.name} waits for nothing`);
      await this.#network.deliver(message);
      still = tab.untilStill();
      this.#network.answer(message);
      await still;
    }
    return tab.outcome;
  }

  async #withOne<T>(from: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
    if (from.length > 0) await act(this.#random.pick(from));
  }
}

