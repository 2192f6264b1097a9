import { appearanceUnder } from "@shelv/contract/appearance";
import { limitsAt } from "@shelv/contract/plan";
import { accountOf, appearanceOf } from "#local-store/queries";
import type { LocalStore } from "#local-store/local-store";
import { useLiveQuery } from "#local-store/use-live-query";
import { appearanceWords as words } from "#words/screens/appearance";
import { OverwrittenNotices } from "#domain/conflicts/overwritten-notices.tsx";
import { useOwnPage } from "#domain/page-preview/use-own-page";
import { AppearanceForm } from "./appearance-form";
import { tabNamed } from "./appearance-tabs";

/** The preview does not scroll, so it never shows more, however small the owner's CSS makes the page. */
const IN_SIGHT = { shelves: 12, itemsOnEach: 60 };

export function AppearancePage({ tab }: { tab: string | undefined }) {
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
