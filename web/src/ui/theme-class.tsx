import { useComputedColorScheme } from "@mantine/core";
import { useLayoutEffect } from "react";

/** Tells style sheets which theme is on: the class that the product promises, and the attribute that the shelf's look reads. */
export function ThemeClass() {
  const theme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  useLayoutEffect(() => {
    const root = document.documentElement;
    root.classList.remove("light", "dark");
    root.classList.add(theme);
    root.dataset["theme"] = theme;
    // The system's bars go with the theme that was chosen here, not with the one that the system has.
    for (const meta of document.querySelectorAll<HTMLMetaElement>("meta[data-of]")) {
      meta.media = meta.dataset["of"] === theme ? "all" : "not all";
    }
  }, [theme]);
  return null;
}
