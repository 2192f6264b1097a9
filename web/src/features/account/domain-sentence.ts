import type { DomainAnswer, DomainProblem } from "@shelv/contract/domain";
import { domainWords as words } from "#words/domains";

type Told = Pick<DomainAnswer, "state" | "problem" | "checkedAt" | "releasedAt">;

/** Where a domain stands, and what is still to be done for it. */
export function domainSentence({ state, problem, checkedAt, releasedAt }: Told): string {
  if (state === "verified") return words.verified;
  if (problem === null || checkedAt === null) return words.unchecked;
  return `${problemSentence(problem)} ${releasedAt === null ? words.waits : words.released(dayAndTime(releasedAt))}`;
}

function problemSentence(problem: DomainProblem): string {
  switch (problem.code) {
    case "no-token": return words.noToken;
    case "wrong-token": return words.wrongToken(problem.found.join(", "));
    case "no-address": return words.noAddress;
    case "wrong-address": return words.wrongAddress(problem.found.join(", "));
    case "taken": return words.taken;
  }
}

const dayAndTime = (iso: string) => new Date(iso).toLocaleString("en-US", { month: "short", day: "numeric", hour: "numeric", minute: "2-digit" });
