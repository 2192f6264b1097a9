import { Refusal, REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { expect, test } from "vitest";
import { ApiFailure, NoNetwork } from "./call";
import { isSaidOfCode } from "./said-of-code";

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
])("that the server answers %s is said of the code: %j", (code, isSaid) => {
  expect(isSaidOfCode(refused(code))).toBe(isSaid);
});

test.each([
  ["nobody answered", new NoNetwork(null)],
  ["something else than the server answered", new ApiFailure(502, "unknown", "502: Bad Gateway", [], null)],
  ["this device refused", new Refusal("signed-out")],
  ["there is a bug", new TypeError("x is undefined")],
])("where %s, nothing is said of the code", (_, error) => {
  expect(isSaidOfCode(error)).toBe(false);
});
