import { isDarkMode, themeAfterSwitch } from "@shelv/contract/rows/appearance";
import type { Single } from "@shelv/contract/rows/owner-tables";
import { settingsRoutes } from "@shelv/contract/routes/settings";
import { patchBetween, patched } from "@shelv/mutators/patch";
import { readSingles } from "#database/rows/read-owner";
import { type Api, bindRoute } from "#http/bind-route";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";
import type { Database } from "#database/open-database";

export function serveSettings(
  api: Api,
  { db: { reader }, writeDeps }: { db: Pick<Database, "reader">; writeDeps: WriteDeps },
): void {
  bindRoute(api, settingsRoutes.read, ({ caller }) => settingsAnswer(caller.userId));

  bindRoute(
    api,
    settingsRoutes.update,
    async ({ caller: { userId }, body: { shelfBackground, theme, ...switches } }) => {
      const { settings, appearance } = await readBoth(userId);
      await write(userId, [
        ...editOf("settings.update", settings, switches),
        ...editOf("appearance.update", appearance, { shelfBackground, theme }),
      ]);
      return settingsAnswer(userId);
    },
  );

  bindRoute(api, settingsRoutes.readAppearance, ({ caller }) => appearanceAnswer(caller.userId));

  bindRoute(
    api,
    settingsRoutes.updateAppearance,
    async ({ caller: { userId }, body: { isDarkMode: isDark, ...fields } }) => {
      const { appearance } = await readBoth(userId);
      const theme = isDark === undefined ? undefined : themeAfterSwitch(appearance.theme, isDark);
      await write(userId, editOf("appearance.update", appearance, { ...fields, theme }));
      return appearanceAnswer(userId);
    },
  );

  async function write(userId: string, mutations: ReturnType<typeof editOf>): Promise<void> {
    if (mutations.length > 0) await applyAtOnce(writeDeps, userId, mutations);
  }

  async function readBoth(userId: string) {
    const { settings, appearance } = await readSingles(reader, userId);
    return { settings, appearance };
  }

  async function settingsAnswer(userId: string) {
    const {
      settings: { id: _, ...switches },
      appearance: { shelfBackground, theme },
    } = await readBoth(userId);
    return { shelfBackground, theme, ...switches };
  }

  async function appearanceAnswer(userId: string) {
    const { id: _, theme, ...fields } = (await readBoth(userId)).appearance;
    return { ...fields, isDarkMode: isDarkMode(theme) };
  }
}

type Edited = { "settings.update": Single<"settings">; "appearance.update": Single<"appearance"> };

function editOf<N extends keyof Edited>(
  name: N,
  row: Edited[N],
  fields: { [K in keyof Edited[N]]?: Edited[N][K] | undefined },
) {
  const edit = patchBetween<Partial<Edited[N]>>(row, patched(row, fields));
  return edit ? [mutation(name, edit as Parameters<typeof mutation<N>>[1])] : [];
}
