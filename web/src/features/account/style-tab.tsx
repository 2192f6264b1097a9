import { PAGE_THEMES, SHELF_BACKGROUNDS } from "@shelv/contract/rows/appearance";
import { patchBetween } from "@shelv/mutators/patch";
import { appearanceOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { Choice, Choices } from "#ui/forms/choice.tsx";
import { announce, showError } from "#ui/feedback/toast";
import { accountWords } from "#words/screens/account";
import { errorWords } from "#words/errors";
import { ThemeThumbnail } from "#domain/page-preview/theme-thumbnail.tsx";
import forms from "./account-form.module.css";
import styles from "./style-tab.module.css";

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
    <div className={forms["sections"]}>
      <section className={forms["section"]}>
        <Choices legend={words.background} isLegendShown cardWidth="half">
          {SHELF_BACKGROUNDS.map((shelfBackground) => (
            <Choice
              key={shelfBackground}
              type="radio"
              name="background"
              value={shelfBackground}
              isChosen={look.shelfBackground === shelfBackground}
              onChoose={() => void choose({ shelfBackground })}
            >
              <span className={styles["picture"]}>
                <ThemeThumbnail look={{ ...look, shelfBackground }} objects={2} />
              </span>
              <span className={styles["name"]}>{words.backgrounds[shelfBackground]}</span>
            </Choice>
          ))}
        </Choices>
      </section>
      <section className={forms["section"]}>
        <Choices legend={words.theme} isLegendShown cardWidth="narrow">
          {PAGE_THEMES.map((theme) => (
            <Choice
              key={theme}
              type="radio"
              name="theme"
              value={theme}
              isChosen={look.theme === theme}
              onChoose={() => void choose({ theme })}
            >
              <span className={styles["name"]}>{words.themes[theme]}</span>
            </Choice>
          ))}
        </Choices>
        <p className={styles["hint"]}>{words.autoHint}</p>
      </section>
    </div>
  );
}
