/** The process: settings in, a listening server out, an orderly end. */
import { fileURLToPath } from "node:url";
import { PRODUCT } from "@shelv/contract/product";
import { createApp } from "./app.ts";
import { openDataFolder } from "./data-folder.ts";
import { rotateEpochs } from "./database/rotate-epochs.ts";
import { sweepPictures } from "./images/sweep-pictures.ts";
import { listen } from "./listen.ts";
import { openServices } from "./services.ts";
import { addressOf, readSettings, SettingsError } from "./settings.ts";
import { sweep } from "./sign-in/sign-in.ts";
import { loadWebApp } from "./web-app/load-web-app.ts";

/** The same from the sources and from the bundle. */
const WEB_APP_FOLDER = fileURLToPath(new URL("../../web/dist/", import.meta.url));
/** To be given once, at the first start after a backup was put back. */
const AFTER_RESTORE = "--restored";
const SWEEP_EVERY_MS = 60 * 60_000;
const SWEEP_PICTURES_EVERY_MS = 24 * 60 * 60_000;

async function start(): Promise<void> {
  const settings = readSettings(process.env);
  const services = await openServices({ settings, dataFolder: await openDataFolder(settings.dataDir) });
  if (process.argv.includes(AFTER_RESTORE)) await rotateEpochs(services.db.writer);
  const app = createApp(services, { webApp: await loadWebApp(WEB_APP_FOLDER) });
  const server = await listen(app, { ...settings, write: (lines) => void process.stdout.write(lines) });
  console.log(`${PRODUCT} is at ${addressOf(settings, server.port)}`);

  const sweepAll = async () => {
    await sweep(services);
    await services.tracker.forgetMarks();
  };
  const sweeping = setInterval(() => void sweepAll().catch(services.reportBug), SWEEP_EVERY_MS).unref();
  const tidyPictures = () => void sweepPictures(services).catch(services.reportBug);
  const sweepingPictures = setInterval(tidyPictures, SWEEP_PICTURES_EVERY_MS).unref();
  tidyPictures();
  const stop = async () => {
    clearInterval(sweeping);
    clearInterval(sweepingPictures);
    services.hub.closeAll();
    await server.stop();
    await services.close();
  };
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => void stop().catch(services.reportBug));
}

start().catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
});
