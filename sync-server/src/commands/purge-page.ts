import { setTimeout as sleep } from "node:timers/promises";
import { isPostgres } from "#database/dialect";
import { findUser } from "#database/find-user";
import { HeldDomains } from "#domains/held-domains";
import { Alarms } from "#http/alarms";
import { PagePurger } from "#page/cache/page-purger";
import type { Settings } from "#settings";
import { type DatabasePlace, withDatabase } from "./with-database.ts";

/**
 * A server on SQLite does not receive the command, and serves its copy for up to a minute (VALID_AT_MOST_MS).
 */
const AGAIN_AFTER_MS = 65_000;

/** After a command changed the page. A CDN that does not answer serves its copy until it expires. */
export async function purgePage(
  settings: DatabasePlace & Pick<Settings, "purge" | "publicUrl" | "pageHost">,
  username: string,
  {
    print = console.log,
    againAfterMs = AGAIN_AFTER_MS,
  }: { print?: (line: string) => void; againAfterMs?: number } = {},
): Promise<void> {
  const { purge } = settings;
  if (purge === null) return;
  await withDatabase(settings, async ({ reader }) => {
    const user = await findUser(reader, username.toLowerCase());
    if (!user) return;
    const heldDomains = new HeldDomains(reader);
    await heldDomains.reload([user.id]);
    const alarms = new Alarms(print, () => new Date());
    const report = async () => {
      const purger = new PagePurger({ purge, names: settings, reader, heldDomains, alarms });
      purger.changed(user.id);
      await purger.close();
    };
    await report();
    if (isPostgres(reader)) return;
    print(
      `The CDN hears of it again in ${Math.ceil(againAfterMs / 1000)} seconds, when a running server has dropped its copy …`,
    );
    await sleep(againAfterMs);
    await report();
  });
}
