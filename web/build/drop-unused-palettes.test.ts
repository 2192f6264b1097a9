import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { SHEET, withoutUnusedPalettes } from "./drop-unused-palettes.ts";

test("used Mantine palettes stay, and of the others those that something refers to, directly or through another variable", () => {
  expect(
    withoutUnusedPalettes(`:root{--mantine-color-gray-1:#eee;--mantine-color-pink-1:#fee;--mantine-color-red-6:#f00;--mantine-color-blue-filled:var(--mantine-color-blue-6);--mantine-color-blue-6:#00f;--mantine-color-blue-7:#007}
.a{color:var(--mantine-color-red-6);background:var(--mantine-color-blue-filled)}`),
  ).toBe(
    `:root{--mantine-color-gray-1:#eee;--mantine-color-red-6:#f00;--mantine-color-blue-filled:var(--mantine-color-blue-6);--mantine-color-blue-6:#00f;}
.a{color:var(--mantine-color-red-6);background:var(--mantine-color-blue-filled)}`,
  );
});

test("the sheet with Mantine's palettes is where the plugin looks", () => {
  expect(existsSync(join(import.meta.dirname, "..", SHEET))).toBe(true);
});
