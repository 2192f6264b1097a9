import { REFUSALS } from "@shelv/contract/refusal";
import { expect, test } from "vitest";
import { isPlanRefusal } from "./plans-link";

test("every refusal whose sentence names a plan leads to the plans, unless the trial is over", () => {
  const named = Object.entries(REFUSALS).filter(([, { message }]) => /(Free|Pro|Premium) plan/.test(message));
  expect(named.map(([code]) => code).filter((code) => !isPlanRefusal(code))).toEqual(["trial-over"]);
  const refused = Object.keys(REFUSALS).filter(isPlanRefusal);
  expect(refused).toEqual(named.map(([code]) => code).filter((code) => code !== "trial-over"));
});
