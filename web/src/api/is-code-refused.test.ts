import { Refusal, REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { expect, test } from "vitest";
import { ApiFailure, NoNetwork } from "./call";
import { isCodeRefused } from "./is-code-refused";

const refused = (code: RefusalCode) =>
  new ApiFailure(REFUSALS[code].status, code, REFUSALS[code].message, [], null);

test.each<[RefusalCode, boolean]>([
  ["code-wrong", true],
  ["code-older", true],
  ["cookie-missing", true],
  ["code-expired", true],
  ["invalid", true],
  ["too-many", false],
  ["busy", false],
  ["signed-out", false],
  ["wrong-user", false],
])("the answer %s refuses the code: %j", (code, isSaid) => {
  expect(isCodeRefused(refused(code))).toBe(isSaid);
});

test.each([
  ["no server answered", new NoNetwork(null)],
  ["a proxy answered", new ApiFailure(502, "unknown", "502: Bad Gateway", [], null)],
  ["this device refused", new Refusal("signed-out")],
  ["there was a bug", new TypeError("x is undefined")],
])("if %s, the code is not refused", (_, error) => {
  expect(isCodeRefused(error)).toBe(false);
});
