import type { OwnerRow, OwnerTable } from "@shelv/contract/rows/owner-tables";
import { Device } from "./device.ts";
import type { Tab } from "./tab.ts";
import { randomEdit, textEdit } from "./edits.ts";
import { FormTypist } from "./form-typist.ts";
import { headerIsTrue } from "./judges/header-judge.ts";
import {
  accountsStayApart,
  currentViewEqualsServer,
  everyViewEqualsServer,
  noPictureIsLost,
  nothingIsLostOrDoubled,
  nothingIsLostUnseen,
  overwrittenIsOffered,
  viewIsReplayOfBase,
} from "./judges/invariants.ts";
import { LinkAuthor } from "./link-author.ts";
import { unlessInTrouble } from "./troubles/storage-trouble.ts";
import { BLOCKED_PICTURE, Network } from "./network.ts";
import { PictureTrouble } from "./troubles/picture-trouble.ts";
import type { Random } from "./random.ts";
import { BAD_PICTURE, BEGINS_AT_MS, type SimServer } from "./sim-server.ts";
import { Traffic } from "./traffic.ts";
import { type Scene, type Trouble, Troubles } from "./troubles/troubles.ts";

const HEALING_ROUNDS = 60;
const STEP_MS = 20_000;
const ROUND_MS = 3 * 60_000;
const DAY_MS = 24 * 60 * 60_000;
/** Longer than a device stores what it has sent, in days that its server sweeps too. */
const FORTNIGHT_MS = 15 * DAY_MS;
/** With the server's long times they last less than a device is remembered. */
const FORTNIGHTS = 5;

/** Null in most worlds. Random numbers of their own leave other seeds' worlds as they are. */
type OwnDraws = { links: Random | null; pictures: Random | null; forms: Random | null };

/** Devices, server and network, what can happen to them, and how they heal. */
export class World {
  readonly #random: Random;
  readonly #server: SimServer;
  readonly #network: Network;
  readonly #traffic: Traffic;
  readonly #devices: Device[];
  readonly #troubles: Troubles;
  #now = BEGINS_AT_MS;
  readonly #clock = { errorMs: 0 };
  readonly #links: { random: Random; author: LinkAuthor } | null;
  readonly #pictures: { random: Random; trouble: PictureTrouble } | null;
  readonly #forms: { random: Random; typist: FormTypist } | null;
  #fortnights = 0;
  readonly #isStormy: boolean;

  constructor(
    random: Random,
    server: SimServer,
    troubles: readonly Trouble[],
    { links, pictures, forms }: OwnDraws,
  ) {
    this.#random = random;
    this.#links = links && { random: links, author: new LinkAuthor(links, server) };
    this.#isStormy = random.chance(5);
    this.#server = server;
    server.clock = () => this.#now;
    this.#network = new Network(() => this.#now);
    const surroundings = { network: this.#network, server, now: () => this.now };
    this.#devices = [
      new Device("phone", 2, surroundings),
      new Device("laptop", 2, surroundings),
      new Device("tablet", 1, surroundings),
    ];
    this.#traffic = new Traffic(this.#network, this.#devices, random);
    const scene: Scene = {
      random,
      server,
      network: this.#network,
      traffic: this.#traffic,
      devices: this.#devices,
      clock: this.#clock,
      edit: (device, tab) => this.#edit(device, tab),
      fortnightLater: () => this.#fortnightLater(),
    };
    this.#troubles = new Troubles(scene, troubles);
    this.#pictures = pictures && { random: pictures, trouble: new PictureTrouble(pictures, scene) };
    this.#forms = forms && { random: forms, typist: new FormTypist(forms) };
  }

  get #tabs(): { tab: Tab; device: Device }[] {
    return this.#devices.flatMap((device) => device.tabs.map((tab) => ({ tab, device })));
  }

  get now(): number {
    return this.#now + this.#clock.errorMs;
  }

  async step(): Promise<void> {
    await this.#happen();
    await this.#readHeaders();
  }

  async #readHeaders(): Promise<void> {
    for (const { tab, device } of this.#tabs.filter(({ tab }) => tab.isUnread)) {
      tab.isUnread = false;
      await device.checkDeleted(this.#now, { isServerRight: this.#server.clockErrorMs === 0 });
      if (tab.isSyncing) continue;
      await headerIsTrue(device, tab, this.#server);
      await currentViewEqualsServer(device, this.#server);
    }
  }

  async #happen(): Promise<void> {
    const random = this.#random;
    const { tab, device } = random.pick(this.#tabs);
    this.#now += STEP_MS;
    if (this.#links?.random.chance(3)) await this.#links.author.act();
    if (this.#links?.random.chance(6)) await this.#askOrUndo(this.#links.random, device, tab);
    if (this.#pictures?.random.chance(15)) await this.#pictures.trouble.act({ tab, device, nowMs: this.now });
    if (this.#forms?.random.chance(2)) await this.#forms.typist.act(device);
    const luck = random.below(100);
    if (this.#troubles.some && random.chance(8)) await this.#troubles.happen(device, tab);
    else if (this.#isStormy && random.chance(12)) await this.#copyOrPutBack(device);
    else if (luck < 28) await this.#edit(device, tab);
    else if (luck < 46) await this.#traffic.startSync(tab);
    else if (luck < 64)
      await this.#withOne(this.#network.undelivered(), (message) => this.#traffic.deliver(message));
    else if (luck < 82)
      await this.#withOne(this.#network.unanswered(), (message) => this.#traffic.answer(message));
    else if (luck < 85)
      await this.#withOne([...this.#network.undelivered(), ...this.#network.unanswered()], (message) =>
        this.#traffic.lose(message),
      );
    else if (luck < 87)
      await this.#withOne(this.#network.undelivered(), (message) => this.#traffic.deliverAgain(message));
    else if (luck < 88) await this.#traffic.deliverStray();
    else if (luck < 90) await this.#tell(device, tab);
    else if (luck < 91) tab.crash();
    else if (luck < 93) await this.#restWrite();
    else if (luck < 94) await this.#undo(random, device, tab);
    else if (luck < 95) await this.#server.backUp();
    else if (luck < 96) await this.#server.restore();
    else if (luck < 97) await this.#checkReplay(device);
    else await this.#rareEvent(device);
  }

  async #rareEvent(device: Device): Promise<void> {
    const random = this.#random;
    const events = [
      () => device.copy(),
      () => device.copy(),
      () => this.#putBack(device),
      () => device.updateApp(),
      () => device.retryOne((from) => random.pick(from)),
      () => this.#server.longTimeLater(),
      () => this.#fortnightLater(),
      () => this.#overtake(device),
      async () => void (this.#server.isSignedOut = !this.#server.isSignedOut),
      async () => void (this.#server.isUnwell = !this.#server.isUnwell),
      async () => void (this.#server.isBusy = !this.#server.isBusy),
    ];
    await random.pick(events)();
  }

  async #overtake(device: Device): Promise<void> {
    const [slow, quick] = device.tabs;
    if (!slow || !quick) return;
    for (const tab of [slow, quick]) tab.crash();
    await this.#traffic.syncFully(quick);
    await this.#traffic.startSync(slow);
    const asked = this.#network.undelivered().find(({ from }) => from === slow.name);
    if (!asked) return;
    await this.#traffic.deliver(asked);
    await this.#restWrite();
    await this.#traffic.syncFully(quick);
    await device.checkOnwards();
    await this.#traffic.answer(asked);
  }

  async #copyOrPutBack(device: Device): Promise<void> {
    const random = this.#random;
    await random.pick([
      () => device.copy(),
      () => this.#putBack(device),
      () => this.#server.backUp(),
      () => this.#server.restore(),
      () => this.#putBothBack(device),
    ])();
  }

  /**
   * The server loses what came after its backup from no device, and rejects what depends on it, though it
   * accepted it before. The device that got this answer is also restored, to before it.
   */
  async #putBothBack(device: Device): Promise<void> {
    const tab = this.#random.pick(device.tabs);
    tab.crash();
    await this.#server.backUp();
    for (let writes = 0; writes < 3; writes += 1) await this.#restWrite();
    await this.#traffic.syncFully(tab);
    for (let edits = 0; edits < 3; edits += 1) await this.#edit(device, tab);
    await this.#traffic.syncFully(tab);
    await device.copy();
    await this.#server.restore();
    await this.#traffic.syncFully(tab);
    await this.#putBack(device);
  }

  async #fortnightLater(): Promise<void> {
    if (this.#fortnights >= FORTNIGHTS) return;
    this.#fortnights += 1;
    this.#now += FORTNIGHT_MS;
    this.#server.forgetBackup();
    await this.#server.sweep();
  }

  async heal(): Promise<void> {
    this.#server.isSignedOut = false;
    this.#server.isUnwell = false;
    this.#server.isBusy = false;
    this.#server.clockErrorMs = 0;
    this.#clock.errorMs = 0;
    for (const device of this.#devices) {
      device.updateTabs();
      if (device.userId !== this.#server.userId) device.signUp();
    }
    for (const { tab } of this.#tabs) tab.crash();
    await this.#traffic.deliverAllStrays();
    let calmRounds = 0;
    for (let round = 0; round < HEALING_ROUNDS; round += 1) {
      this.#now += ROUND_MS;
      const results = [];
      for (const { tab } of this.#tabs) results.push(await this.#traffic.syncFully(tab));
      await this.#readHeaders();
      calmRounds = results.every((outcome) => outcome === "synced") ? calmRounds + 1 : 0;
      if (calmRounds === 2) return;
    }
    throw new Error(
      `The devices do not settle: ${this.#tabs.map(({ tab }) => `${tab.name} ${tab.outcome}`).join(", ")}`,
    );
  }

  async check(): Promise<number> {
    for (const device of this.#devices) await viewIsReplayOfBase(device);
    await everyViewEqualsServer(this.#devices, this.#server);
    await nothingIsLostOrDoubled(this.#devices, this.#server);
    await noPictureIsLost(this.#devices, this.#server, { uploadsFail: this.#pictures !== null });
    await nothingIsLostUnseen(this.#devices, this.#server);
    await this.#forms?.typist.check();
    accountsStayApart(this.#devices, this.#server);
    overwrittenIsOffered(this.#server.chronicle, await this.#server.noticesEver());
    return this.#devices.reduce((sum, { made }) => sum + made.length, 0);
  }

  close(): void {
    for (const device of this.#devices) device.close();
  }

  async #edit(device: Device, tab: Tab): Promise<void> {
    const random = this.#random;
    const pictures = random.chance(4) ? await this.#keepPicture(tab) : [];
    const deleted = (await tab.store.trash.toArray()).toSorted((a, b) => (a.id < b.id ? -1 : 1));
    await device.edit(tab, randomEdit(random, await device.view(), { pictures, deleted }));
  }

  async #keepPicture(tab: Tab): Promise<string[]> {
    const isBlocked = this.#network.firewall !== null && this.#random.chance(3);
    const name = isBlocked ? BLOCKED_PICTURE : this.#random.chance(5) ? BAD_PICTURE : "face";
    const sha256 = name + this.#random.id().replaceAll("-", "").repeat(2).slice(name.length);
    const picture = { sha256, type: "image/png", bytes: new ArrayBuffer(0), at: this.now };
    return (await unlessInTrouble(() => tab.store.pictures.put(picture))) ? [sha256] : [];
  }

  async #askOrUndo(random: Random, device: Device, tab: Tab): Promise<void> {
    const items = (await device.view()).items as OwnerRow<"items">[];
    if (random.chance(2) || items.length === 0) return this.#undo(random, device, tab);
    const { id } = random.pick(items);
    const patch = random.chance(2)
      ? { details: "pending" as const }
      : { silencedUntil: new Date(this.now).toISOString() };
    await device.edit(tab, { name: "item.update", args: { id, patch, was: {} } });
  }

  /** The device's last change; often another client has changed the same item since. */
  async #undo(random: Random, device: Device, tab: Tab): Promise<void> {
    const wrote = new Set(device.undo?.wrote.map(({ id }) => id));
    if (wrote.size > 0 && !this.#server.isUnwell && random.chance(2)) {
      const items = (await this.#server.state()).items as OwnerRow<"items">[];
      const item = items.find(({ id }) => wrote.has(id));
      if (item) await this.#server.tryWrite(textEdit(random, item));
    }
    await device.undoLast(tab);
  }

  /** Drops the server's backup, too: older copies of both cannot be repaired. */
  async #putBack(device: Device): Promise<void> {
    if (await device.putBack()) this.#server.forgetBackup();
  }

  async #tell(device: Device, tab: Tab): Promise<void> {
    await this.#withOne(this.#server.pokes, (poke) => device.hear(tab, poke));
    await device.checkOnwards();
  }

  async #restWrite(): Promise<void> {
    if (this.#server.isUnwell) return;
    const state: Record<OwnerTable, OwnerRow[]> = await this.#server.state();
    for (const mutation of [randomEdit(this.#random, state)].flat()) await this.#server.tryWrite(mutation);
  }

  /** The view is a replay. While a queue drains, acknowledged changes show before their rows are here. */
  async #checkReplay(device: Device): Promise<void> {
    if (!(await device.store.meta.get("sync"))?.awaitsRows) await viewIsReplayOfBase(device);
  }

  async #withOne<T>(from: readonly T[], act: (one: T) => Promise<void>): Promise<void> {
    if (from.length > 0) await act(this.#random.pick(from));
  }
}
