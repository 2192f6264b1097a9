import { SegmentedControl, useMantineColorScheme } from "@mantine/core";
import { isThemeChoice, type ThemeChoice } from "#ui/theme/theme-choice";
import { themeWords } from "#words/screens/appearance";

const CHOICES: { value: ThemeChoice; label: string }[] = [
  { value: "light", label: themeWords.light },
  { value: "dark", label: themeWords.dark },
  { value: "system", label: themeWords.system },
];

export function ThemeSwitch() {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <SegmentedControl
      fullWidth
      data={CHOICES}
      aria-label={themeWords.label}
      value={colorScheme === "auto" ? "system" : colorScheme}
      onChange={(choice) => {
        if (isThemeChoice(choice)) setColorScheme(choice === "system" ? "auto" : choice);
      }}
    />
  );
}
