import { getRouteApi } from "@tanstack/react-router";
import { appearanceUnder } from "@shelv/contract/rows/appearance";
import { limitsAt } from "@shelv/contract/rows/plan";
import { Screen } from "#features/navigation/header/screen.tsx";
import { appearanceWords, appearanceWords as words } from "#words/screens/appearance";
import { accountOf, appearanceOf } from "#local-store/queries";
import type { LocalStore } from "#local-store/local-store";
import { useLiveQuery } from "#local-store/use-live-query";
import { OverwrittenNotices } from "#domain/tray/overwritten-notices.tsx";
import { useOwnPage } from "#domain/page-preview/use-own-page";
import { AppearanceForm } from "#features/appearance/appearance-form.tsx";
import { tabNamed } from "#features/appearance/appearance-tabs.tsx";

const route = getRouteApi("/signed-in/appearance");

export function AppearanceScreen() {
  const { tab } = route.useSearch();
  return (
    <Screen title={appearanceWords.title}>
      <AppearancePage tab={tab} />
    </Screen>
  );
}

/** The preview does not scroll: it never shows more, however small the owner's CSS makes the page. */
const IN_SIGHT = { shelves: 12, itemsOnEach: 60 };

function AppearancePage({ tab }: { tab: string | undefined }) {
  const page = useOwnPage(IN_SIGHT);
  const stored = useLiveQuery(chosenLook);
  if (!page || !stored)
    return (
      <output>
        <span className="visually-hidden">{words.loading}</span>
      </output>
    );
  const { appearance, limits } = stored;
  return (
    <>
      <OverwrittenNotices isShown={({ row }) => row?.id === "appearance"} />
      <AppearanceForm
        tab={tabNamed(tab)}
        saved={appearance}
        limits={limits}
        pageWith={(chosen) => ({ ...page, appearance: appearanceUnder(chosen, limits) })}
      />
    </>
  );
}

async function chosenLook(store: LocalStore) {
  const { id: _, ...appearance } = await appearanceOf(store);
  const account = await accountOf(store);
  return {
    appearance,
    limits: limitsAt(account, { now: new Date().toISOString(), hasPlanLimits: account.hasPlanLimits }),
  };
}
