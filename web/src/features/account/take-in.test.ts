import { USER_HEADER } from "@shelv/contract/routes/route";
import { beforeEach, expect, test, vi } from "vitest";
import type { SyncOutcome } from "#sync/run-sync";
import { takeIn } from "./take-in";

const ANSWER = { shelves: 1, items: 2, pictures: 0, skipped: [] };

/** The users that something was uploaded for. */
let uploaded: (string | undefined)[];

/** A request as the browser makes it, to a server that takes anything. */
class TakenRequest extends EventTarget {
  readonly upload = new EventTarget();
  readonly status = 200;
  readonly responseText = JSON.stringify(ANSWER);
  readonly #headers = new Map<string, string>();
  open() {}
  setRequestHeader(name: string, value: string) {
    this.#headers.set(name, value);
  }
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

const taking = (outcome: SyncOutcome) =>
  takeIn({ account: { userId: "ada", username: "ada" }, syncNow: () => Promise.resolve(outcome) }, new Blob(["zip"]), () => undefined);

test.each(["signed-out", "wrong-user"] as const)("after %s nothing is uploaded", async (outcome) => {
  await expect(taking(outcome)).rejects.toMatchObject({ name: "Refusal", code: outcome });
  expect(uploaded).toEqual([]);
});

test.each(["synced", "no-network", "client-outdated", "server-trouble", "device-full", "device-trouble"] as const)(
  "after %s an export goes to the server, in its owner's name", async (outcome) => {
    expect(await taking(outcome)).toEqual(ANSWER);
    expect(uploaded).toEqual(["ada"]);
  },
);
