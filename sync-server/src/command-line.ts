import { constants, setPriority } from "node:os";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { backUp } from "./commands/back-up.ts";
import { check } from "./commands/check.ts";
import { copy } from "./commands/copy/copy.ts";
import { markRestored } from "./commands/mark-restored.ts";
import { purgePage } from "./commands/purge-page.ts";
import { restore } from "./commands/restore.ts";
import { setPlan } from "./commands/set-plan.ts";
import { restorePage, suspendPage } from "./commands/suspend-page.ts";
import { serve } from "./serve.ts";
import { MediaGone } from "#pictures/storage/media-store";
import { openMediaStoreNow } from "#pictures/storage/open-media-store";
import { SettingsError } from "./platform/settings-error.ts";
import { readSettings } from "./settings.ts";

const USAGE = `Without a command the server starts. Commands, which find the data in DATA_DIR:
  backup FILE                         writes everything into one file, while the server may go on
  restore FILE [--replace]            makes a data folder of it, while no server runs
  plan USERNAME free|pro|premium      gives an account a plan for good
  suspend USERNAME --reason "…"       takes a page off the web; its owner reads why
  restore-page USERNAME               shows it again
  check                               counts rows, and finds orphans and missing pictures
  copy --from WHERE --to WHERE        moves everything but pictures between sqlite:FOLDER and postgres://…
  restored                            makes devices send again what a database that was put back has lost
A server that starts with --restored does the last one first.`;

async function run(args: string[]): Promise<void> {
  const {
    positionals: [command, ...given],
    values,
  } = parsed(args);
  const settings = readSettings(process.env);
  const { dataDir, databaseUrl } = settings;
  const mediaStore = () => openMediaStoreNow(settings, resolve(dataDir));
  const isAskedWith = (name: string, count: number) => command === name && given.length === count;
  const [first = "", second = ""] = given;
  if (command === undefined) return serve(settings, { isRestored: values.restored });
  if (databaseUrl !== null && (command === "backup" || command === "restore"))
    throw new SettingsError(
      "With DATABASE_URL the data is in PostgreSQL: back it up with pg_dump or pgBackRest, then the bucket of MEDIA_URL, or DATA_DIR.",
    );
  if (isAskedWith("backup", 1)) {
    // A running server has priority.
    setPriority(constants.priority.PRIORITY_LOW);
    const { pictures } = await backUp(resolve(dataDir), first, await mediaStore());
    return console.log(
      `${first} holds the database and ${pictures} pictures. Keep it safe: it also holds everybody's address.`,
    );
  }
  if (isAskedWith("restore", 1)) {
    const { keptAt, missingPictures } = await restore(first, dataDir, {
      ...values,
      bucket: settings.bucket && (await mediaStore()),
    });
    if (missingPictures > 0) console.log(`${missingPictures} pictures were missing in the backup.`);
    return console.log(
      `${resolve(dataDir)} is as it was in ${first}.${keptAt === null ? "" : ` What was there is now ${keptAt}.`} Everybody has to sign in again.`,
    );
  }
  const printPurged = async (message: string) => {
    console.log(message);
    await purgePage(settings, first);
  };
  if (isAskedWith("plan", 2)) return printPurged(await setPlan(settings, first, second));
  if (isAskedWith("suspend", 1)) return printPurged(await suspendPage(settings, first, values.reason));
  if (isAskedWith("restore-page", 1)) return printPurged(await restorePage(settings, first));
  if (isAskedWith("copy", 0)) return console.log(await copy(values, console.log));
  if (isAskedWith("restored", 0)) return console.log(await markRestored(settings));
  if (isAskedWith("check", 0)) {
    setPriority(constants.priority.PRIORITY_LOW);
    const { counts, problems } = await check(settings);
    for (const { what, count } of counts) console.log(`${count} ${what}`);
    for (const problem of problems) console.log(problem);
    console.log(problems.length === 0 ? "Nothing is missing." : `${problems.length} kinds of problems.`);
    process.exitCode = problems.length === 0 ? 0 : 1;
    return;
  }
  throw new SettingsError(USAGE);
}

function parsed(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        replace: { type: "boolean", default: false },
        restored: { type: "boolean", default: false },
        reason: { type: "string" },
        from: { type: "string" },
        to: { type: "string" },
      },
    });
  } catch (cause) {
    throw new SettingsError(USAGE, { cause });
  }
}

// With this mask files are private even in a data folder that others can read.
process.umask(0o077);
run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof SettingsError || error instanceof MediaGone ? error.message : error);
  process.exit(1);
});
