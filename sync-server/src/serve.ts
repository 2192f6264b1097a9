/** The server's life: settings in, a listening server out, an orderly end. */
import { setImmediate } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { PRODUCT } from "@shelv/contract/product";
import { sweepAccounts } from "./account/sweep-accounts.ts";
import { createApp } from "./app.ts";
import { lockDataFolder, openDataFolder } from "./data-folder.ts";
import { rotateEpochs } from "./database/rotate-epochs.ts";
import { startDigests } from "./digest/digest-clock.ts";
import { recountPictures } from "./images/recount-pictures.ts";
import { sweepPictures } from "./images/sweep-pictures.ts";
import { startDomainClock } from "./domains/domain-clock.ts";
import { listen } from "./listen.ts";
import { pagesFirst } from "./public-page/pages-first.ts";
import { sweepMails } from "./mail/file-mailer.ts";
import { openServices } from "./services.ts";
import { addressOf, type Settings } from "./settings.ts";
import { sweep } from "./sign-in/sign-in.ts";
import { sweepSync } from "./sync/sweep-sync.ts";
import { removeReceived } from "./transfer/receive-upload.ts";
import { loadWebApp } from "./web-app/load-web-app.ts";
import { withAddress } from "./web-app/with-address.ts";

/** The same from the sources and from the bundle. */
const WEB_APP_FOLDER = fileURLToPath(new URL("../../web/dist/", import.meta.url));
/** Twenty megabytes with its compressed forms, which nobody asks for where no model is set. */
const RUNS_MODELS = /\/ort-[\w.-]+\.wasm(?:\.br|\.gz)?$/;
const SWEEP_EVERY_MS = 60 * 60_000;
const SWEEP_PICTURES_EVERY_MS = 24 * 60 * 60_000;
const STOP_WITHIN_MS = 10_000;

/** `isRestored`: the data folder was put back by hand, and this is the first start after that. */
export async function serve(settings: Settings, { isRestored }: { isRestored: boolean }): Promise<void> {
  const dataFolder = await openDataFolder(settings.dataDir);
  const unlock = lockDataFolder(dataFolder);
  const services = await openServices({ settings, dataFolder });
  await removeReceived(services.importsFolder);
  if (isRestored) await rotateEpochs(services.db.writer);
  const app = createApp(services, { webApp: withAddress(await loadWebApp(WEB_APP_FOLDER, { leavesOut: (path) => services.backgroundModel === null && RUNS_MODELS.test(path) }), settings.publicUrl) });
  const fetch = pagesFirst({ pages: services.pages, placeOf: services.placeOf, names: settings, otherwise: app.fetch });
  const server = await listen({ fetch }, { ...settings, write: (lines) => void process.stdout.write(lines) });
  console.log(`${PRODUCT} is at ${addressOf(settings, server.port)}`);

  const sweepAll = async () => {
    await sweep(services);
    await sweepAccounts(services);
    await sweepMails(services.mailFolder, services.now());
    await sweepSync(services);
    await services.tracker.forgetMarks();
    await services.db.emptyLog();
  };
  let swept = Promise.resolve();
  const sweepNow = () => void (swept = swept.then(sweepAll).catch((error: unknown) => void services.reportBug(error)));
  const sweeping = setInterval(sweepNow, SWEEP_EVERY_MS).unref();
  // A server that is started anew each day would never see its first hour end.
  sweepNow();
  const recount = async () => {
    for await (const _ of recountPictures(services)) await setImmediate();
  };
  const tidyPictures = () => void sweepPictures(services).then(recount).catch(services.reportBug);
  const sweepingPictures = setInterval(tidyPictures, SWEEP_PICTURES_EVERY_MS).unref();
  tidyPictures();
  const digests = startDigests(services, addressOf(settings, server.port));

  const { names } = services;
  const domains = names && startDomainClock({ ...services, names });

  stopOnSignal(async () => {
    clearInterval(sweeping);
    clearInterval(sweepingPictures);
    services.hub.closeAll();
    await server.stop();
    await digests.stop();
    await domains?.stop();
    await swept;
    await services.close();
    unlock();
  }, services.reportBug);
}

/** The first signal asks for an orderly end, which has its time; a second one does not wait for it. */
function stopOnSignal(stop: () => Promise<void>, reportBug: (error: unknown) => string): void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    setTimeout(() => process.exit(1), STOP_WITHIN_MS).unref();
    stop().catch((error: unknown) => {
      reportBug(error);
      process.exit(1);
    });
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
}
