import type { OwnerTable, OwnerRow } from "@shelv/contract/rows/owner-tables";
import { newItem } from "#edits";
import type { WireAnswer } from "#http";
import type { Random } from "#random";
import { unlessInTrouble } from "./storage-trouble.ts";
import type { Tab } from "#tab";
import type { Scene } from "./troubles.ts";
import type { Device } from "#device";

const FORGED: WireAnswer = { status: 204, body: "", isOwn: true };
const GATEWAYS: WireAnswer = { status: 503, body: "<html>Unavailable</html>", isOwn: false, retryAfterS: 30 };
const KINDS = ["forged", "forged-late", "gateway", "clock-ahead"] as const;
const YEAR_MS = 365 * 24 * 60 * 60_000;
/** Until an upload: a sync that is about to upload needs fewer. */
const MESSAGES_AT_MOST = 60;

/**
 * An upload that goes wrong: something answers in the server's place, before or after the upload arrived, or
 * the device's clock is a year ahead.
 */
export class PictureTrouble {
  readonly #random: Random;
  readonly #scene: Scene;

  constructor(random: Random, scene: Scene) {
    this.#random = random;
    this.#scene = scene;
  }

  async act({ tab, device, nowMs }: { tab: Tab; device: Device; nowMs: number }): Promise<void> {
    const { server, clock } = this.#scene;
    if (server.isUnwell || server.isBusy || server.isSignedOut || tab.isOlder) return;
    if (!(await this.#choosePicture(tab, device, nowMs))) return;
    const kind = this.#random.pick(KINDS);
    const { errorMs } = clock;
    if (kind === "clock-ahead") clock.errorMs += YEAR_MS;
    await this.#syncUploading(tab, kind);
    clock.errorMs = errorMs;
  }

  async #choosePicture(tab: Tab, device: Device, nowMs: number): Promise<boolean> {
    const random = this.#random;
    const view: Record<OwnerTable, OwnerRow[]> = await device.view();
    if (view.shelves.length === 0) return false;
    const sha256 = `face${random.id().replaceAll("-", "").repeat(2).slice(4)}`;
    const picture = { sha256, type: "image/png", bytes: new ArrayBuffer(0), at: nowMs };
    if (!(await unlessInTrouble(() => tab.store.pictures.put(picture)))) return false;
    return device.edit(tab, newItem(random, view, random.pick(view.shelves), { pictures: [sha256] }));
  }

  async #syncUploading(tab: Tab, kind: (typeof KINDS)[number]): Promise<void> {
    const { network, traffic } = this.#scene;
    tab.crash();
    await traffic.startSync(tab);
    for (let count = 0; tab.isSyncing && count < MESSAGES_AT_MOST; count += 1) {
      const message = network.undelivered().find(({ from }) => from === tab.name);
      if (!message) return;
      if (message.request.method !== "PUT") await network.deliver(message);
      else if (kind === "forged-late") {
        await network.deliver(message);
        message.outcome = FORGED;
      } else message.outcome = kind === "forged" ? FORGED : GATEWAYS;
      await traffic.answer(message);
    }
  }
}
