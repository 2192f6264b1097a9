import type { Device } from "./device.ts";
import type { Tab } from "./tab.ts";
import type { Message, Network } from "./network.ts";
import type { Random } from "./random.ts";

export class Traffic {
  readonly #network: Network;
  readonly #devices: readonly Device[];
  readonly #random: Random;

  constructor(network: Network, devices: readonly Device[], random: Random) {
    this.#network = network;
    this.#devices = devices;
    this.#random = random;
  }

  async startSync(tab: Tab): Promise<void> {
    if (!tab.isSyncing) await tab.startSync();
  }

  async answer(message: Message): Promise<void> {
    await this.#andUntilStill(message, () => this.#network.answer(message));
    await this.#devices.find(({ tabs }) => tabs.some(({ name }) => name === message.from))?.checkOnwards();
  }

  async deliver(message: Message): Promise<void> {
    const still = this.#waiting(message)?.untilStill();
    await this.#network.deliver(message);
    if (!message.outcome) await still;
  }

  async deliverAgain(message: Message): Promise<void> {
    await this.#network.deliverAgain(message);
  }

  async lose(message: Message): Promise<void> {
    await this.#andUntilStill(message, () => this.#network.lose(message));
  }

  async deliverStray(): Promise<void> {
    if (this.#network.strays > 0) await this.#network.deliverStray(this.#random.below(this.#network.strays));
  }

  async deliverAllStrays(): Promise<void> {
    while (this.#network.strays > 0) await this.deliverStray();
  }

  async syncFully(tab: Tab): Promise<Tab["outcome"]> {
    let still = tab.startSync();
    await still;
    for (let turn = 0; tab.isSyncing && turn < 500; turn += 1) {
      const message = this.#network.undelivered().find(({ from }) => from === tab.name);
      if (!message) throw new Error(`${tab.name} waits for nothing`);
      await this.#network.deliver(message);
      still = tab.untilStill();
      this.#network.answer(message);
      await still;
    }
    return tab.outcome;
  }

  async #andUntilStill(message: Message, act: () => void): Promise<void> {
    const still = this.#waiting(message)?.untilStill();
    act();
    await still;
  }

  #waiting({ from }: Message): Tab | undefined {
    return this.#devices.flatMap(({ tabs }) => tabs).find(({ name }) => name === from);
  }
}
