import type { DomainAnswer } from "@shelv/contract/rows/domain";
import { expect, test } from "vitest";
import { domainSentence } from "./domain-sentence";

const CHECKED = "2026-03-01T12:00:00.000Z";
const sentenceIn = (
  state: DomainAnswer["state"],
  problem: DomainAnswer["problem"],
  more: Partial<DomainAnswer> = {},
) => domainSentence({ state, problem, checkedAt: CHECKED, releasedAt: null, ...more });

test.each<[DomainAnswer["problem"], string]>([
  [{ code: "no-token" }, "We can't find a TXT record yet."],
  [{ code: "wrong-token", found: ["v=spf1 -all"] }, "The TXT record is a different one: v=spf1 -all."],
  [{ code: "no-address" }, "The TXT record is right. We can't find an address yet."],
  [
    { code: "wrong-address", found: ["192.0.2.1", "192.0.2.2"] },
    "The TXT record is right, but the domain leads to 192.0.2.1, 192.0.2.2.",
  ],
  [{ code: "taken" }, "Another Shelv account shows its page here."],
])("with %j it says what is wrong, and that the checks continue", (problem, sentence) => {
  expect(sentenceIn("waiting", problem)).toContain(sentence);
  expect(sentenceIn("waiting", problem)).toContain("every 10 minutes");
});

test("a verified domain says so, one without an answer says that, and a lost one says until when", () => {
  expect(sentenceIn("verified", null)).toBe("Your page is shown here.");
  expect(sentenceIn("waiting", null, { checkedAt: null })).toContain("We can't find this domain yet");
  expect(sentenceIn("lost", { code: "no-token" }, { releasedAt: "2026-03-03T12:00:00.000Z" })).toMatch(
    /^We can't find a TXT record yet\. Your page stays here until Mar 3, /,
  );
});
