import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { OWN_FIRST_SEGMENTS, SCREEN_PATHS, SERVER_PATHS, usernameInPath, usernameLedTo } from "#paths";
import { ALL_ROUTES } from "#routes/all";
import { isReservedUsername, username, USERNAME_MAX_LENGTH, USERNAME_MIN_LENGTH } from "./username.ts";

const parsed = (value: unknown) => v.safeParse(username, value);
const firstSegment = (path: string) => path.split("/")[1] ?? "";

describe("a username", () => {
  test.each([
    ["abc", "abc"],
    ["a".repeat(30), "a".repeat(30)],
    ["Mira_L-9", "Mira_L-9"],
    ["  mira ", "mira"],
    ["---", "---"],
    ["000", "000"],
  ])("%j is accepted as %j", (typed, expected) => {
    expect(parsed(typed)).toMatchObject({ success: true, output: expected });
  });

  test.each([
    ["ab", "Username must be at least 3 characters"],
    ["  ab  ", "Username must be at least 3 characters"],
    ["", "Username must be at least 3 characters"],
    ["a".repeat(31), "Username must be less than 30 characters"],
    ["mira l", "Username can only contain letters, numbers, underscores and hyphens"],
    ["mira.l", "Username can only contain letters, numbers, underscores and hyphens"],
    ["mira/l", "Username can only contain letters, numbers, underscores and hyphens"],
    ["míra", "Username can only contain letters, numbers, underscores and hyphens"],
    ["mira\nl", "Username can only contain letters, numbers, underscores and hyphens"],
    ["mira\u200B", "Username can only contain letters, numbers, underscores and hyphens"],
    ["ａｄｍｉｎ", "Username can only contain letters, numbers, underscores and hyphens"],
  ])("%j is rejected: %s", (typed, message) => {
    expect(parsed(typed).issues?.[0]?.message).toBe(message);
  });

  test("has between 3 and 30 characters", () => {
    expect([USERNAME_MIN_LENGTH, USERNAME_MAX_LENGTH]).toEqual([3, 30]);
  });
});

describe("a reserved name", () => {
  test.each(["admin", "Admin", "API", "dashBoard", "login", "www", "shelv", "Unsaved", "well-known"])(
    "%s is reserved in any case",
    (name) => {
      expect(isReservedUsername(name)).toBe(true);
    },
  );

  test.each(["mira", "admins", "api2", "log-in"])("%s is free", (name) =>
    expect(isReservedUsername(name)).toBe(false),
  );

  test.each([
    ...Object.values(SCREEN_PATHS),
    ...Object.values(SERVER_PATHS),
    ...ALL_ROUTES.map(({ path }) => path),
  ])("the first segment of %s is not a valid username", (path) => {
    const segment = firstSegment(path);
    expect(segment === "" || isReservedUsername(segment)).toBe(true);
    expect(usernameInPath(path)).toBeNull();
  });

  test("no new screen takes a first segment, which may be an account's address", () => {
    expect(Object.values(SCREEN_PATHS).join(" ")).toBe(
      "/ /login /dashboard /shelves /items /appearance /profile /account /unsaved /onboarding /me /share",
    );
    expect(usernameInPath("/stats")).toBe("stats");
  });

  test("reserved names are in lower case, or no name would match them", () => {
    expect([...OWN_FIRST_SEGMENTS].filter((name) => name !== name.toLowerCase())).toEqual([]);
  });
});

test.each([
  ["/mira", "mira"],
  ["/mira/", "mira"],
  ["/Mira_L-9", "Mira_L-9"],
  [`/${"a".repeat(30)}`, "a".repeat(30)],
  ["/", null],
  ["", null],
  ["mira", null],
  ["//mira", null],
  ["/mira//", null],
  ["/ab", null],
  [`/${"a".repeat(31)}`, null],
  ["/mira/x", null],
  ["/mira.png", null],
  ["/sw.js", null],
  ["/m%69ra", null],
  ["/mi ra", null],
  ["/mira\n", null],
  ["/login", null],
  ["/LOGIN", null],
  ["/login/", null],
  ["/Dashboard", null],
  ["/api", null],
  ["/api/shelves", null],
  ["/assets", null],
])("the path %j contains the username %j", (path, expected) => {
  expect(usernameInPath(path)).toBe(expected);
});

test.each([
  ["/mira", "mira"],
  ["/Mira/", "Mira"],
  ["/@mira", "mira"],
  ["/%40mira", "mira"],
  ["/@Mira/", "Mira"],
  ["/mira.", "mira"],
  ["/mira,", "mira"],
  ["/mira)", "mira"],
  ["/mira).", "mira"],
  ["/mira!", "mira"],
  ["/mira…", "mira"],
  ["/“mira”", "mira"],
  ["/(@mira)", "mira"],
  ["/<mira>", "mira"],
  ["/mira ", "mira"],
  ["/mira\u200B", "mira"],
  ["/ mira", "mira"],
  ["/mira./", "mira"],
  ["/mira.png", null],
  ["/mira.x", null],
  ["/mi.ra", null],
  ["/mira;x", null],
  ["/mira:80", null],
  ["/mira@", null],
  ["/mira/.", null],
  ["/@", null],
  ["/@ab", null],
  ["/.mira", null],
  ["/mira%2F", null],
  ["/mira%2e", null],
  ["/@login", null],
  ["/dashboard.", null],
  ["/robots.txt", null],
  ["/mira//", null],
  [`/mira${".".repeat(300)}`, null],
])("the path %j leads to the page of %j", (path, expected) => {
  expect(usernameLedTo(path)).toBe(expected);
});
