import type { MantineColorSchemeManager } from "@mantine/core";

export type ThemeChoice = "light" | "dark" | "system";

const KEY = "ui-theme";

export const isThemeChoice = (value: unknown): value is ThemeChoice =>
  value === "light" || value === "dark" || value === "system";

function readThemeChoice(): ThemeChoice {
  try {
    const stored = localStorage.getItem(KEY);
    return isThemeChoice(stored) ? stored : "system";
  } catch {
    return "system";
  }
}

function storeThemeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // Until the tab is closed.
  }
}

export function themeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  const toMantine = (choice: ThemeChoice) => (choice === "system" ? "auto" : choice);
  return {
    get: () => toMantine(readThemeChoice()),
    set: (value) => storeThemeChoice(value === "auto" ? "system" : value),
    subscribe(onUpdate) {
      listener = ({ key }) => {
        if (key === KEY) onUpdate(toMantine(readThemeChoice()));
      };
      window.addEventListener("storage", listener);
    },
    unsubscribe() {
      if (listener) window.removeEventListener("storage", listener);
    },
    clear: () => storeThemeChoice("system"),
  };
}
