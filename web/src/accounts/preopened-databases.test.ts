import { readFileSync } from "node:fs";
import { OWNER_HINT_KEY } from "@shelv/public-page/page-script";
import { expect, test, vi } from "vitest";
import { databaseName, DEVICE_NAME } from "#local-store/schema";
import { USER_ID_KEY } from "./account-hint";

const SCRIPT = readFileSync(new URL("../boot/fetch-ahead.js", import.meta.url), "utf8");

/** Runs it as a page does that knows this owner, or none. Answers the databases that it began to open. */
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
  // oxlint-disable-next-line typescript/no-implied-eval -- as the page runs it, which names what it needs
  new Function(...Object.keys(page), SCRIPT)(...Object.values(page));
  return open.mock.calls.map(([name]) => name);
}

test("a page opens ahead what its owner's first screen will read, by the names that it has there, and nothing for anybody else", () => {
  expect(opened({ [OWNER_HINT_KEY]: "ada", [USER_ID_KEY]: "u1" })).toEqual([DEVICE_NAME, databaseName("u1")]);
  expect(opened({ [OWNER_HINT_KEY]: "ada" })).toEqual([DEVICE_NAME]);
  expect(opened({})).toEqual([]);
});
