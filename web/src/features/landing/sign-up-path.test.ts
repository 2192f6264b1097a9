import { expect, test } from "vitest";
import { signUpPath } from "./sign-up-path";

test.each([
  [{}, "/login"],
  [{ username: "   " }, "/login"],
  [{ username: " ada " }, "/login?username=ada"],
  [{ username: "ada & co/é" }, "/login?username=ada%20%26%20co%2F%C3%A9"],
  [{ plan: "pro" as const }, "/login?plan=pro"],
  [{ username: "ada", plan: "premium" as const }, "/login?username=ada&plan=premium"],
])("%j leads to %s", (chosen, path) => {
  expect(signUpPath(chosen)).toBe(path);
});
