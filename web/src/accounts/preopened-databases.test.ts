import { readFileSync } from "node:fs";
import { OWNER_HINT_KEY } from "@shelv/public-page/owner-hint-key";
import { expect, test, vi } from "vitest";
import { databaseName, DEVICE_NAME } from "#local-store/schema";
import { USER_ID_KEY } from "./account-hint";

const SCRIPT = readFileSync(new URL("../boot/fetch-ahead.js", import.meta.url), "utf8");

function opened(hints: Record<string, string>): string[] {
  const open = vi.fn<(name: string) => EventTarget>(() => new EventTarget());
  const page = {
    localStorage: { getItem: (key: string) => hints[key] ?? null },
    location: { pathname: "/items" },
    document: {
      head: { insertAdjacentHTML: () => undefined },
      currentScript: { dataset: { files: '{"shared":[],"screens":[]}' } },
    },
    indexedDB: { open },
    globalThis: {},
  };
  // oxlint-disable-next-line typescript/no-implied-eval -- the page inlines this script
  new Function(...Object.keys(page), SCRIPT)(...Object.values(page));
  return open.mock.calls.map(([name]) => name);
}

test("a page preopens the databases of its owner's first screen by their names, and none for a visitor", () => {
  expect(opened({ [OWNER_HINT_KEY]: "ada", [USER_ID_KEY]: "u1" })).toEqual([DEVICE_NAME, databaseName("u1")]);
  expect(opened({ [OWNER_HINT_KEY]: "ada" })).toEqual([DEVICE_NAME]);
  expect(opened({})).toEqual([]);
});
