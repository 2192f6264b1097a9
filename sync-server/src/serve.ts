import { fileURLToPath } from "node:url";
import { PRODUCT } from "@shelv/contract/product";
import { createApp, openApp } from "./app.ts";
import { lockDataFolder, mustHaveItsData, mustNotBeHalfRestored, openDataFolder } from "./data-folder.ts";
import { rotateEpochs } from "#shelves/sync-state/epochs";
import { startJobs } from "./housekeeping.ts";
import { listen } from "./listen.ts";
import { pageFastPath } from "#page/cache/page-fast-path";
import { hasPendingSignOut } from "#sign-in/cookies";
import { addressOf, type Settings } from "./settings.ts";
import { removeTemporaryFiles } from "./accounts/transfer/temporary-file.ts";
import { loadWebApp } from "./web-app/load-web-app.ts";
import { withAddress } from "./web-app/with-address.ts";

/** The path is the same from the sources and from the bundle. */
const WEB_APP_FOLDER = fileURLToPath(new URL("../../web/dist/", import.meta.url));
const STOP_WITHIN_MS = 10_000;

/** `isRestored`: by hand, and this is the first start after that. */
export async function serve(settings: Settings, { isRestored }: { isRestored: boolean }): Promise<void> {
  const dataFolder = await openDataFolder(settings.dataDir);
  const unlock = lockDataFolder(dataFolder);
  const isHere = settings.databaseUrl === null;
  if (isHere) await mustNotBeHalfRestored(dataFolder);
  const mark = await mustHaveItsData(dataFolder, isHere ? settings.dataMark : null);
  // Other threads read and compress the web app while the database is opened.
  const [opened, webApp] = await Promise.all([
    openApp({ settings, dataFolder }),
    loadWebApp(WEB_APP_FOLDER).then((files) => withAddress(files, settings.publicUrl)),
  ]);
  await mark();
  // After a kill or a power cut the write-ahead log may not be on the disk, or have a hole.
  await opened.db.emptyLog().catch(opened.reportBug);
  await removeTemporaryFiles(opened.transfersFolder);
  if (isRestored) {
    await rotateEpochs(opened.db.writer, opened.now());
    opened.bus.send({ kind: "restored" });
  }
  const app = createApp(opened, { webApp });
  const fetch = pageFastPath({
    pages: opened.pages,
    resolveHost: opened.resolveHost,
    names: settings,
    isPurged: settings.purge !== null,
    hasPendingSignOut,
    otherwise: app.fetch,
  });
  const server = await listen({ fetch }, { ...settings, write: (lines) => void process.stdout.write(lines) });
  console.log(`${PRODUCT} is at ${addressOf(settings, server.port)}`);

  // Jobs start after the first answer, which they would slow down.
  const jobs = server.hasAnswered.then((hasAnswered) => {
    if (!hasAnswered) return null;
    opened.db.checkpointInThread(opened.reportBug);
    return startJobs(opened, addressOf(settings, server.port));
  });

  /** After a lost commit, an orderly exit would delete the write-ahead log. A supervisor starts the next process. */
  const end = () => {
    if (opened.db.hasLostCommit()) process.kill(process.pid, "SIGKILL");
    process.exit(1);
  };
  const stop = stopOnSignal(
    async () => {
      opened.hub.closeAll();
      await server.stop();
      await (await jobs)?.stop();
      if (opened.db.hasLostCommit()) end();
      await opened.close();
      unlock();
    },
    { end, reportBug: opened.reportBug },
  );
  // Requests in progress are still answered.
  void opened.db.lostCommit.then(stop);
}

/** A second signal does not wait. Returns what a signal does. */
function stopOnSignal(
  stop: () => Promise<void>,
  { end, reportBug }: { end: () => void; reportBug: (error: unknown) => string },
): () => void {
  let isStopping = false;
  const onSignal = () => {
    if (isStopping) return end();
    isStopping = true;
    setTimeout(end, STOP_WITHIN_MS).unref();
    stop().catch((error: unknown) => {
      reportBug(error);
      end();
    });
  };
  process.on("SIGTERM", onSignal);
  process.on("SIGINT", onSignal);
  return onSignal;
}
