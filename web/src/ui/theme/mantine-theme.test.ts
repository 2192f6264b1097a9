import { DEFAULT_THEME, mergeMantineTheme } from "@mantine/core";
import { expect, test } from "vitest";
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
