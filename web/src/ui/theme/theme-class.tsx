import { useComputedColorScheme } from "@mantine/core";
import { useLayoutEffect } from "react";

/** The class that SPEC.md promises, and the attribute that the page's look reads. */
export function ThemeClass() {
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.remove("light", "dark");
    root.classList.add(theme);
    root.dataset["theme"] = theme;
    // The system's bars follow the chosen theme.
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-of]")) {
      meta.media = meta.dataset["of"] === theme ? "all" : "not all";
    }
  }, [theme]);
  return null;
}
