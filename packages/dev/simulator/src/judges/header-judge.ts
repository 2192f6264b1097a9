import type { OwnerRow } from "@shelv/contract/rows/owner-tables";
import { NO_OP } from "@shelv/contract/sync";
import { changeCounts } from "web/outbox/change-counts";
import { isOnItsWay, reached, syncPhase } from "web/sync/sync-status";
import type { Device } from "#device";
import type { SimServer } from "#sim-server";
import type { Tab } from "#tab";

/**
 * Checks the header after a sync against both databases: "Saved everywhere" and the number that waits hide no
 * change and no picture that the server lacks; "Offline" follows no answer.
 */
export async function headerIsTrue(device: Device, tab: Tab, server: SimServer): Promise<void> {
  const { outcome, store } = tab;
  const meta = await store.meta.get("sync");
  if (!meta || outcome === null || device.userId !== server.userId) return;
  const { epoch, version } = await server.position();
  if (meta.epoch !== epoch) return;
  const { pending, rejected } = await changeCounts(store, 0);
  const phase = syncPhase({
    isKnown: true,
    online: reached(outcome, true),
    pending,
    isSending: isOnItsWay(outcome),
    rejected,
    signedOut: outcome === "signed-out",
    wrongUser: outcome === "wrong-user",
    outdated: outcome === "client-outdated",
    isForeign: outcome === "foreign-answer",
    serverTrouble: outcome === "server-trouble",
    firstSyncDone: meta.lastSyncAt !== null,
    trouble: outcome === "device-full" ? "full" : outcome === "device-trouble" ? "lost" : null,
    isKept: true,
  });
  const claim = `${tab.name} says ${phase} with ${pending} waiting, but`;
  if ((phase === "offline" || phase === "foreign") && tab.wasAnswered)
    throw new Error(`${claim} its last request was answered`);
  const changes = await changesNotThere(device, server);
  // Between pulls a device knows what its own changes need, which the server has processed since the last
  // one.
  const isOwn = async (sha256: string) =>
    meta.awaitsRows === true &&
    (await store.outbox.where("pictures").equals(sha256).toArray()).some(({ mid }) => mid <= meta.lastMid);
  const pictures = await picturesNotThere(device, server, meta.cursor === version ? async () => true : isOwn);
  if (changes.length + pictures.length > pending)
    throw new Error(`${claim} the server lacks ${[...changes, ...pictures].join(", ")}`);
}

async function changesNotThere({ made, shared, store }: Device, { chronicle }: SimServer): Promise<string[]> {
  const there = new Set(chronicle.journal.filter(({ name }) => name !== NO_OP).map(({ opId }) => opId));
  const inTray = new Set(await store.rejected.toCollection().primaryKeys());
  return made
    .filter(({ opId }) => !there.has(opId) && !inTray.has(opId) && !shared.has(opId))
    .map(({ what }) => what);
}

async function picturesNotThere(
  { store }: Device,
  server: SimServer,
  isKnown: (sha256: string) => Promise<boolean>,
): Promise<string[]> {
  const givenUp = new Set(
    (await store.rejected.toArray()).flatMap(({ isUpload, pictures }) => (isUpload ? pictures : [])),
  );
  const here = new Set(await store.pictures.toCollection().primaryKeys());
  const { items } = await server.state();
  const shown = new Set(items.flatMap((row) => (row as OwnerRow<"items">).picture ?? []));
  const missing: string[] = [];
  for (const sha256 of shown)
    if (
      here.has(sha256) &&
      !givenUp.has(sha256) &&
      !(await server.hasPicture(sha256)) &&
      (await isKnown(sha256))
    )
      missing.push(`the picture ${sha256}`);
  return missing;
}
