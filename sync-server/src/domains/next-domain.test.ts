import type { DomainState } from "@shelv/contract/rows/domain";
import { expect, test } from "vitest";
import { type Evidence, nextProgress, type Progress } from "./next-domain.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const NOW = 100 * DAY_MS;

const at = (state: DomainState, more: Partial<Progress> = {}): Progress => ({
  state,
  addedAt: NOW - DAY_MS,
  lostAt: state === "lost" ? NOW - HOUR_MS : null,
  problem: null,
  checkAt: NOW,
  ...more,
});
const next = (before: Progress, evidence: Evidence, isHeldByOther = false) =>
  nextProgress(before, { evidence, isHeldByOther, nowMs: NOW, seenMs: Infinity });

const both: Evidence = { token: "right", address: "right" };
const tokenAlone: Evidence = { token: "right", address: { code: "wrong-address", found: ["192.0.2.1"] } };
const addressAlone: Evidence = { token: { code: "no-token" }, address: "right" };
const none: Evidence = { token: { code: "no-token" }, address: { code: "no-address" } };

test.each<[DomainState, string, Evidence, DomainState, string | undefined]>([
  ["waiting", "both records", both, "verified", undefined],
  ["waiting", "the token alone", tokenAlone, "found", "wrong-address"],
  ["waiting", "the address alone", addressAlone, "found", "no-token"],
  ["waiting", "no record", none, "waiting", "no-token"],
  ["waiting", "a resolver that fails", null, "waiting", undefined],
  ["found", "both records", both, "verified", undefined],
  ["found", "no record", none, "waiting", "no-token"],
  ["found", "a resolver that fails", null, "found", undefined],
  ["verified", "both records", both, "verified", undefined],
  ["verified", "the token alone", tokenAlone, "lost", "wrong-address"],
  ["verified", "the address alone", addressAlone, "lost", "no-token"],
  ["verified", "no record", none, "lost", "no-token"],
  ["verified", "a resolver that fails", null, "verified", undefined],
  ["lost", "both records", both, "verified", undefined],
  ["lost", "no record", none, "lost", "no-token"],
  ["lost", "a resolver that fails", null, "lost", undefined],
])("A domain that is %s, and %s: it is %s", (before, _, evidence, after, problem) => {
  const progress = next(at(before), evidence);
  expect([progress?.state, progress?.problem?.code]).toEqual([after, problem]);
});

test.each<[DomainState, DomainState]>([
  ["waiting", "found"],
  ["found", "found"],
])("A domain that is %s stays without its page while another account's token exists", (before, after) => {
  expect(next(at(before), both, true)).toMatchObject({ state: after, problem: { code: "taken" } });
});

test("A verified domain is checked every six hours, all others every ten minutes", () => {
  expect(next(at("waiting"), both)?.checkAt).toBe(NOW + 6 * HOUR_MS);
  expect(next(at("verified"), null)?.checkAt).toBe(NOW + 6 * HOUR_MS);
  for (const state of ["waiting", "found", "verified", "lost"] as const)
    expect(next(at(state), none)?.checkAt).toBe(NOW + 10 * MINUTE_MS);
});

test("A lost domain is released 48 hours after it was first seen lost, unless it comes back", () => {
  const lostAt = NOW - 48 * HOUR_MS;
  expect(next(at("lost", { lostAt: lostAt + 1 }), none)).toMatchObject({ state: "lost", lostAt: lostAt + 1 });
  expect(next(at("lost", { lostAt }), none)).toBeNull();
  expect(next(at("lost", { lostAt }), null)).toMatchObject({ state: "lost", lostAt });
  expect(next(at("lost", { lostAt }), both)).toMatchObject({ state: "verified", lostAt: null });
});

test("A domain that is not verified within thirty days is released; a verified one stays", () => {
  const addedAt = NOW - 30 * DAY_MS;
  expect(next(at("waiting", { addedAt: addedAt + 1 }), none)).toMatchObject({ state: "waiting" });
  expect(next(at("found", { addedAt }), tokenAlone)).toBeNull();
  expect(next(at("found", { addedAt }), both)).toMatchObject({ state: "verified" });
  expect(next(at("verified", { addedAt }), both)).toMatchObject({ state: "verified" });
});
