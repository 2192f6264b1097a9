import * as v from "valibot";
import { expect, test } from "vitest";
import { id, isSharedId, sharedId } from "./id.ts";

const ADA = "01890a5d-ac96-774b-bcce-b302099a8057";
const BEN = "01890a5d-ac96-774b-bcce-b302099a8058";

test("shared ids are valid, equal for one account and number, and different for others", () => {
  expect(v.parse(id, sharedId(ADA, 4095))).toBe("ffffffff-ffff-7fff-bcce-b302099a8057");
  expect(sharedId(ADA, 1)).toBe(sharedId(ADA, 1));
  expect(new Set([sharedId(ADA, 1), sharedId(ADA, 2), sharedId(BEN, 1)]).size).toBe(3);
});

test("a shared id is recognised by itself", () => {
  expect([isSharedId(sharedId(ADA, 0)), isSharedId(ADA)]).toEqual([true, false]);
});
