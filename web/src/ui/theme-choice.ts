/** The editor's own theme, kept under a name of its own; the public page's theme is another thing. */
import type { MantineColorSchemeManager } from "@mantine/core";

export type ThemeChoice = "light" | "dark" | "system";

const KEY = "ui-theme";

export const isThemeChoice = (value: unknown): value is ThemeChoice =>
  value === "light" || value === "dark" || value === "system";

/** A browser that forbids storage still gets a theme. */
function readThemeChoice(): ThemeChoice {
  try {
    const kept = localStorage.getItem(KEY);
    return isThemeChoice(kept) ? kept : "system";
  } catch {
    return "system";
  }
}

function keepThemeChoice(choice: ThemeChoice): void {
  try {
    localStorage.setItem(KEY, choice);
  } catch {
    // The choice lasts until the tab is closed.
  }
}

/** Mantine says `auto` where we say `system`. Another tab's choice is followed. */
export function themeManager(): MantineColorSchemeManager {
  let listener: ((event: StorageEvent) => void) | undefined;
  const toMantine = (choice: ThemeChoice) => (choice === "system" ? "auto" : choice);
  return {
    get: () => toMantine(readThemeChoice()),
    set: (value) => keepThemeChoice(value === "auto" ? "system" : value),
    subscribe(onUpdate) {
      listener = ({ key }) => {
        if (key === KEY) onUpdate(toMantine(readThemeChoice()));
      };
      window.addEventListener("storage", listener);
    },
    unsubscribe() {
      if (listener) window.removeEventListener("storage", listener);
    },
    clear: () => keepThemeChoice("system"),
  };
}
