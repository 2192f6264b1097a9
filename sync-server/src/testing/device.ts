import { type SentMutation, SYNC_SCHEMA, type SyncRequest, type SyncResponse } from "@shelv/contract/sync";
import type { MutationArgs, MutationName } from "@shelv/mutators/mutations";
import { MUTATORS } from "@shelv/mutators/mutations";
import { newItem as itemArgs, newShelf as shelfArgs } from "@shelv/contract/testing/rows";
import { v7 as uuid } from "uuid";
import type { Browser } from "./browser.ts";

/** Without a store: it sends exactly what a test gives it, valid or not. */
export class Device {
  readonly clientId = uuid();
  readonly userId: string;
  #browser: Browser;
  epoch: string | null = null;
  cursor = 0;

  private constructor(browser: Browser, userId: string) {
    this.#browser = browser;
    this.userId = userId;
  }

  static async of(browser: Browser): Promise<Device> {
    const { id } = (await (await browser.get("/api/auth/me")).json()) as { id: string };
    const device = new Device(browser, id);
    await device.sync();
    return device;
  }

  moveTo(browser: Browser): void {
    this.#browser = browser;
  }

  ask(request: Partial<SyncRequest> = {}, userId: string = this.userId): Promise<Response> {
    return this.#browser.post("/api/sync", this.request(request), { "X-User": userId });
  }

  request(more: Partial<SyncRequest> = {}) {
    const { clientId, epoch, cursor } = this;
    return { schema: SYNC_SCHEMA, clientId, epoch, cursor, ack: 0, pull: true, mutations: [], ...more };
  }

  async sync(mutations: SentMutation[] = [], request: Partial<SyncRequest> = {}): Promise<SyncResponse> {
    const answer = (await (await this.ask({ mutations, ...request })).json()) as SyncResponse;
    this.epoch = answer.epoch;
    this.cursor = answer.cursor;
    return answer;
  }

  async drain(mutations: SentMutation[], request: Partial<SyncRequest> = {}): Promise<SyncResponse[]> {
    const answers: SyncResponse[] = [];
    for (
      let left = mutations;
      left.length > 0;
      left = left.filter(({ mid }) => mid > (answers.at(-1)?.lastMid ?? 0))
    ) {
      answers.push(await this.sync(left, request));
      if (answers.length > 200) throw new Error("The server does not go on");
    }
    return answers;
  }
}

export const sent = <N extends MutationName>(mid: number, name: N, args: MutationArgs<N>): SentMutation => ({
  mid,
  opId: uuid(),
  name,
  v: MUTATORS[name].v,
  args,
});

export const newShelf = (name: string, id: string = uuid()) => shelfArgs({ id, name, emoji: "" });

type NewItem = MutationArgs<"item.create">;

export const newItem = (shelfId: string, title: string, more: Partial<NewItem> = {}): NewItem => ({
  ...itemArgs({ id: uuid(), shelfId, title }),
  ...more,
});
