import "#ui/theme/switch.css";
import { Switch, Tabs } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { FONT_FAMILIES, isDarkMode, type PageTheme, themeAfterSwitch } from "@shelv/contract/rows/appearance";
import type { PlanLimits } from "@shelv/contract/rows/plan";
import { REFUSALS } from "@shelv/contract/refusal";
import { IconLock } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { afterPaint } from "#platform/wait";
import { ChoiceCards } from "#ui/forms/choice-cards.tsx";
import { appearanceWords as words } from "#words/screens/appearance";
import { PlansLink } from "#domain/account/plans-link.tsx";
import { BackgroundChoice } from "#domain/page-preview/background-choice.tsx";
import type { AppearanceDraft } from "./appearance-draft";
import styles from "./appearance-form.module.css";
import { ColorField } from "./color-field";
import { CssField } from "./css-field";

export type AppearanceTab = keyof typeof words.tabs;
const TABS = Object.keys(words.tabs) as AppearanceTab[];

export const tabNamed = (text: string | undefined): AppearanceTab =>
  TABS.find((name) => name === text) ?? "theme";

const MODE_HINTS: Record<PageTheme, string> = {
  dark: words.darkModeHint,
  light: words.darkModeLightHint,
  auto: words.darkModeAutoHint,
};
const FONT_FACES: Record<string, string> = {
  Inter: "inherit",
  System: "system-ui, sans-serif",
  Serif: "Georgia, 'Times New Roman', serif",
};

/** On a phone the tabs are low, and their panel is out of sight. */
function showPanel(tab: HTMLElement): void {
  if (matchMedia("(min-width: 62em)").matches) return;
  afterPaint(() => tab.scrollIntoView({ block: "start", behavior: "instant" }));
}

type AppearanceTabsProps = {
  form: UseFormReturnType<AppearanceDraft>;
  look: AppearanceDraft;
  limits: PlanLimits;
};

export function AppearanceTabs({ form, look, limits }: AppearanceTabsProps) {
  const { primaryColor, theme, fontFamily, customCss, showsCredit } = form.values;
  const isLocked = !limits.hasCustomStyle;
  const note = isLocked ? <LockNote>{REFUSALS["needs-pro"].message}</LockNote> : null;
  return (
    <>
      <Tabs.List grow aria-label={words.tabsLabel}>
        {TABS.map((name) => (
          <Tabs.Tab key={name} value={name} onClick={({ currentTarget }) => showPanel(currentTarget)}>
            {words.tabs[name]}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value="theme" className={styles["panel"] ?? ""}>
        <ColorField
          field={form.getInputProps("primaryColor")}
          value={primaryColor}
          shown={look.primaryColor}
          onChange={(hex) => form.setFieldValue("primaryColor", hex)}
        />
        <Switch
          label={words.darkMode}
          description={MODE_HINTS[theme]}
          checked={isDarkMode(theme)}
          onChange={({ currentTarget }) =>
            form.setFieldValue("theme", themeAfterSwitch(theme, currentTarget.checked))
          }
          {...SWITCH}
        />
      </Tabs.Panel>
      <Tabs.Panel value="styling" className={styles["panel"] ?? ""}>
        <ChoiceCards
          label={words.font}
          hint={note}
          value={fontFamily}
          onChange={(font) => form.setFieldValue("fontFamily", font)}
          choices={FONT_FAMILIES.map((value) => ({
            value,
            name: words.fonts[value],
            picture: (
              <span
                className={styles["letters"]}
                style={{ fontFamily: FONT_FACES[value] }}
                aria-hidden="true"
              >
                Ag
              </span>
            ),
            isDisabled: isLocked && value !== "Inter" && value !== fontFamily,
          }))}
        />
        <BackgroundChoice
          look={look}
          onChange={(background) => form.setFieldValue("shelfBackground", background)}
        />
      </Tabs.Panel>
      <Tabs.Panel value="advanced" className={styles["panel"] ?? ""}>
        <CreditSwitch
          isShown={showsCredit}
          isLocked={!limits.mayHideCredit}
          onChange={(isShown) => form.setFieldValue("showsCredit", isShown)}
        />
        <CssField
          field={form.getInputProps("customCss")}
          value={customCss}
          isLocked={isLocked && customCss === ""}
          isInPlan={!isLocked}
          note={note}
        />
      </Tabs.Panel>
    </>
  );
}

function CreditSwitch({
  isShown,
  isLocked,
  onChange,
}: {
  isShown: boolean;
  isLocked: boolean;
  onChange: (isShown: boolean) => void;
}) {
  const id = useId();
  return (
    <div>
      <Switch
        label={words.credit}
        description={words.creditHint}
        checked={isShown}
        disabled={isLocked && isShown}
        aria-describedby={isLocked ? id : undefined}
        onChange={({ currentTarget }) => onChange(currentTarget.checked)}
        {...SWITCH}
      />
      {isLocked && <LockNote id={id}>{REFUSALS["needs-premium"].message}</LockNote>}
    </div>
  );
}

const SWITCH = {
  classNames: { root: styles["switch"] ?? "", labelWrapper: styles["switchLabel"] ?? "" },
  size: "md",
  labelPosition: "left",
  withThumbIndicator: false,
} as const;

const LockNote = ({ id, children }: { id?: string; children: ReactNode }) => (
  <div className={styles["note"]}>
    <IconLock size={18} aria-hidden="true" />
    <p id={id}>{children}</p>
    <PlansLink variant="subtle" size="compact-md" />
  </div>
);
