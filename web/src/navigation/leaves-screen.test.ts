import { expect, test } from "vitest";
import { leavesScreen } from "./leaves-screen";

const account = { pathname: "/account", search: {} };
const items = { pathname: "/items", search: { shelf: "a", item: "new" } };

test.each([
  ["another screen", account, { pathname: "/items", search: {} }, true],
  ["a dialog that closes", items, { pathname: "/items", search: { shelf: "a" } }, true],
  ["another tab of the screen", account, { pathname: "/account", search: { tab: "links" } }, false],
  [
    "the same parameters in another order",
    items,
    { pathname: "/items", search: { item: "new", shelf: "a" } },
    false,
  ],
])("%s: leaving is %o", (_, from, to, leaves) => {
  expect(leavesScreen(from, to)).toBe(leaves);
});
