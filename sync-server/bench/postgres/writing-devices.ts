import { MUTATORS } from "@shelv/mutators/mutations";
import { type SentMutation, SYNC_SCHEMA, type SyncResponse } from "@shelv/contract/sync";
import { newItem, newShelf } from "@shelv/contract/testing/rows";
import { generateNKeysBetween } from "fractional-indexing";
import { v7 as uuid } from "uuid";
import { askForMs } from "sync-server/bench/requests-per-second";
import { type BenchServer, postJson } from "sync-server/bench/start-bench-server";

const ITEMS = 36;

type Device = {
  headers: Record<string, string>;
  clientId: string;
  epoch: string;
  lastMid: number;
  items: { id: string; title: string }[];
};

/** One account each, with a page of the usual size. They change one title after another. */
export class WritingDevices {
  readonly #url: string;
  readonly #devices: Device[] = [];

  private constructor({ origin }: BenchServer) {
    this.#url = `${origin}/api/sync`;
  }

  static async on(server: BenchServer, count: number): Promise<WritingDevices> {
    const all = new WritingDevices(server);
    for (let nth = 0; nth < count; nth += 1) {
      const owner = await server.signUp(`writer-${nth}`);
      const { id } = (await (await fetch(`${server.origin}/api/auth/me`, { headers: owner })).json()) as {
        id: string;
      };
      await all.#add({ ...owner, "X-User": id, "Content-Type": "application/json" });
    }
    return all;
  }

  get headers(): Record<string, string>[] {
    return this.#devices.map(({ headers }) => headers);
  }

  async changesPerSecond(atOnce: number, ms: number): Promise<number> {
    const before = this.#applied();
    const { answered, perSecond } = await askForMs(ms, {
      url: this.#url,
      connections: this.#devices.length,
      next: (connection) => {
        const device = this.#devices[connection] as Device;
        const mutations = Array.from({ length: atOnce }, () => changeOf(device));
        const { headers } = device;
        return {
          url: this.#url,
          method: "POST",
          headers,
          body: JSON.stringify(requestOf(device, mutations)),
        };
      },
      finishes: true,
    });
    for (const device of this.#devices) await this.#mustHaveApplied(device);
    return ((this.#applied() - before) * perSecond) / answered;
  }

  readonly #applied = () => this.#devices.reduce((sum, { lastMid }) => sum + lastMid, 0);

  async #add(headers: Device["headers"]): Promise<void> {
    const device: Device = { headers, clientId: uuid(), epoch: "", lastMid: 0, items: [] };
    device.epoch = (await this.#exchange(device, [])).epoch;
    const shelfId = uuid();
    const positions = generateNKeysBetween(null, null, ITEMS);
    device.items = positions.map((_, at) => ({ id: uuid(), title: `Number ${at}` }));
    const changes = [
      sent(device, "shelf.create", newShelf({ id: shelfId })),
      ...device.items.map((item, at) =>
        sent(device, "item.create", newItem({ ...item, shelfId, position: positions[at] ?? "" })),
      ),
    ];
    await this.#exchange(device, changes);
    await this.#mustHaveApplied(device);
    this.#devices.push(device);
  }

  async #mustHaveApplied(device: Device): Promise<void> {
    const { lastMid, results } = await this.#exchange(device, []);
    if (lastMid !== device.lastMid || results.length > 0)
      throw new Error(`Of ${device.lastMid} changes ${lastMid} are done: ${JSON.stringify(results)}`);
  }

  async #exchange(device: Device, mutations: SentMutation[]): Promise<SyncResponse> {
    const answer = await postJson(this.#url, requestOf(device, mutations), device.headers);
    return (await answer.json()) as SyncResponse;
  }
}

const requestOf = (
  { clientId, epoch, lastMid }: Device,
  mutations: SentMutation[],
): Record<string, unknown> => ({
  schema: SYNC_SCHEMA,
  clientId,
  epoch: epoch === "" ? null : epoch,
  cursor: 0,
  ack: lastMid - mutations.length,
  pull: epoch === "",
  mutations,
});

function changeOf(device: Device): SentMutation {
  const item = device.items[device.lastMid % ITEMS] as Device["items"][number];
  const was = item.title;
  item.title = `Number ${device.lastMid + 1}`;
  return sent(device, "item.update", { id: item.id, patch: { title: item.title }, was: { title: was } });
}

function sent(device: Device, name: keyof typeof MUTATORS, args: unknown): SentMutation {
  device.lastMid += 1;
  return { mid: device.lastMid, opId: uuid(), name, v: MUTATORS[name].v, args };
}
