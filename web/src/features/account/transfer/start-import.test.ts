import { USER_HEADER } from "@shelv/contract/routes/route";
import { beforeEach, expect, test, vi } from "vitest";
import type { ShelfRow } from "@shelv/contract/rows/shelf";
import { shelfRow } from "@shelv/contract/testing/rows";
import type { SyncOutcome } from "#sync/run-sync";
import { openTestStore } from "#local-store/testing/open-test-store";
import { startImport } from "./start-import";

const ANSWER = { shelves: 1, items: 2, pictures: 0, skipped: [] };

let uploaded: (string | undefined)[];

class TakenRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly responseText = JSON.stringify(ANSWER);
  readonly #headers = new Map<string, string>();
  open() {}
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
  getAllResponseHeaders = () => "content-type: application/json\r\nx-shelv: 1\r\n";
  send() {
    uploaded.push(this.#headers.get(USER_HEADER));
    this.dispatchEvent(new Event("load"));
  }
}

beforeEach(() => {
  uploaded = [];
  vi.stubGlobal("XMLHttpRequest", TakenRequest);
  return () => void vi.unstubAllGlobals();
});

async function taking(outcome: SyncOutcome, ...shelves: ShelfRow[]) {
  const store = openTestStore();
  await store.shelves.bulkAdd(shelves);
  return startImport(
    {
      account: { userId: "ada", username: "ada" },
      readStore: (read) => read(store),
      syncNow: () => Promise.resolve(outcome),
    },
    new Blob(["zip"]),
    () => undefined,
  );
}

const BOOKS = shelfRow({ id: "s1" });

test("nothing is uploaded into an account that has shelves", async () => {
  await expect(taking("synced", BOOKS)).rejects.toMatchObject({ name: "Refusal", code: "account-not-empty" });
  expect(uploaded).toEqual([]);
});

test("the server decides about deletions that this device has not pulled", async () => {
  expect(await taking("server-trouble", BOOKS)).toEqual(ANSWER);
});

test.each(["signed-out", "wrong-user"] as const)("after %s nothing is uploaded", async (outcome) => {
  await expect(taking(outcome)).rejects.toMatchObject({ name: "Refusal", code: outcome });
  expect(uploaded).toEqual([]);
});

test.each([
  "synced",
  "no-network",
  "client-outdated",
  "server-trouble",
  "device-full",
  "device-trouble",
] as const)("after %s an export goes to the server, in its owner's name", async (outcome) => {
  expect(await taking(outcome)).toEqual(ANSWER);
  expect(uploaded).toEqual(["ada"]);
});
