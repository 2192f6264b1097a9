import { findUser } from "#database/find-user";
import { HeldDomains } from "#domains/held-domains";
import { Alarms } from "#http/alarms";
import { PagePurger } from "#public-page/page-purger";
import type { Settings } from "#settings";
import { type Place, withDatabase } from "./with-database.ts";

/** After a command that changed a page. A CDN that does not answer serves its copy until it expires. */
export async function purgePage(
  settings: Place & Pick<Settings, "purge" | "publicUrl" | "pageHost">,
  username: string,
  print: (line: string) => void = console.log,
): Promise<void> {
  const { purge } = settings;
  if (purge === null) return;
  await withDatabase(settings, async ({ reader }) => {
    const user = await findUser(reader, username.toLowerCase());
    if (!user) return;
    const heldDomains = new HeldDomains(reader);
    await heldDomains.reload([user.id]);
    const alarms = new Alarms(print, () => new Date());
    const purger = new PagePurger({ purge, names: settings, reader, heldDomains, alarms });
    purger.changed(user.id);
    await purger.close();
  });
}
