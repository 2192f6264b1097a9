/** The process: what was asked for on the command line, and one sentence where it cannot be done. */
import { serve } from "./serve.ts";
import { readSettings, SettingsError } from "./settings.ts";

/** To be given once, at the first start after a data folder was put back by hand. */
const AFTER_RESTORE = "--restored";

async function run(args: readonly string[]): Promise<void> {
  await serve(readSettings(process.env), { isRestored: args.includes(AFTER_RESTORE) });
}

run(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof SettingsError ? error.message : error);
  process.exit(1);
});
