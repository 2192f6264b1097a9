import { type Appearance, SHELF_BACKGROUNDS } from "@shelv/contract/rows/appearance";
import { ChoiceCards } from "#ui/forms/choice-cards.tsx";
import { appearanceWords as words } from "#words/screens/appearance";
import { ThemeThumbnail } from "./theme-thumbnail";

type BackgroundChoiceProps = {
  look: Pick<Appearance, "primaryColor" | "theme" | "shelfBackground">;
  onChange: (background: Appearance["shelfBackground"]) => void;
};

export const BackgroundChoice = ({ look, onChange }: BackgroundChoiceProps) => (
  <ChoiceCards
    label={words.background}
    value={look.shelfBackground}
    onChange={onChange}
    choices={SHELF_BACKGROUNDS.map((value) => ({
      value,
      ...words.backgrounds[value],
      picture: <ThemeThumbnail look={{ ...look, shelfBackground: value }} objects={2} size="small" />,
    }))}
  />
);
