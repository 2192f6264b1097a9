import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import { lookVariables } from "@shelv/public-page/styles/look/look-variables";
import { wcagContrast } from "culori";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { mantineTheme } from "./mantine-theme";

const theme = mergeMantineTheme(DEFAULT_THEME, mantineTheme);

test.each(["subtle", "outline"])(
  "a destructive button has the same red in the dark theme when it is %s",
  (variant) => {
    expect(theme.variantColorResolver({ theme, variant, color: "brick" })).toMatchObject({
      color: "var(--danger)",
      hover: "var(--sheet-hover)",
    });
  },
);

test("the border of a destructive button is as red as its text", () => {
  expect(theme.variantColorResolver({ theme, variant: "outline", color: "brick" }).border).toBe(
    "1px solid var(--danger)",
  );
});

describe.each(["light", "dark"] as const)("in the %s theme", (scheme) => {
  const look = lookVariables(scheme);
  const css = readFileSync(join(import.meta.dirname, "colors.css"), "utf8");
  const [, declared = ""] =
    (scheme === "dark" ? /^:root\.dark \{([^}]*)\}/m : /^:root \{([^}]*)\}/m).exec(css) ?? [];

  test("filled buttons have the one accent of the page's look, and the rest takes it from there", () => {
    const shade = theme.primaryShade;
    if (typeof shade === "number") throw new Error("one shade for both themes");
    expect(theme.colors["oak"]?.[shade[scheme]]).toBe(look["accent"]);
    expect(css.match(/--(?:accent|on-filled):.*/g)).toEqual([
      "--accent: var(--shelv-accent);",
      "--on-filled: var(--shelv-accent-ink);",
    ]);
  });

  test("the accent is readable on every ground, and so is what is written on it", () => {
    const accent = look["accent"] ?? "";
    const own = (name: string) => new RegExp(`--${name}: (#\\w+);`).exec(declared)?.[1];
    const grounds = [
      ...["bench", "sheet", "sheet-hover", "accent-soft", "accent-soft-hover"].map(own),
      look["wall"],
      look["wall-low"],
      look["accent-ink"],
    ];
    const readableOn = (ground = "") => wcagContrast(accent, ground) >= 4.5;
    expect(grounds.filter((ground) => !readableOn(ground))).toEqual([]);
  });
});
