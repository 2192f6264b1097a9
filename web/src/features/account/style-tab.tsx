import { PAGE_THEMES } from "@shelv/contract/rows/appearance";
import { patchBetween } from "@shelv/mutators/patch";
import { BackgroundChoice } from "#domain/page-preview/background-choice.tsx";
import { appearanceOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { ChoiceCards } from "#ui/forms/choice-cards.tsx";
import { announce, showError } from "#ui/feedback/toast";
import { accountWords } from "#words/screens/account";
import { errorWords } from "#words/errors";
import styles from "./account-form.module.css";

const words = accountWords.style;

export function StyleTab() {
  const owner = useOwner();
  const look = useLiveQuery(appearanceOf);
  if (!look) return null;
  const choose = async (patch: Partial<Pick<typeof look, "shelfBackground" | "theme">>) => {
    const edit = patchBetween(look, { ...look, ...patch });
    if (!edit) return;
    try {
      await owner.mutate({ name: "appearance.update", args: edit });
      announce(accountWords.settings.updated);
    } catch (error) {
      showError(errorWords(error), accountWords.settings.failed);
    }
  };
  return (
    <div className={styles["section"]}>
      <BackgroundChoice look={look} onChange={(shelfBackground) => void choose({ shelfBackground })} />
      <ChoiceCards
        label={words.theme}
        hint={words.autoHint}
        value={look.theme}
        onChange={(theme) => void choose({ theme })}
        choices={PAGE_THEMES.map((value) => ({ value, name: words.themes[value] }))}
      />
    </div>
  );
}
