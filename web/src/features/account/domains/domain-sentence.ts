import type { DomainAnswer, DomainProblem } from "@shelv/contract/rows/domain";
import { domainWords as words } from "#words/screens/domains";

type DomainState = Pick<DomainAnswer, "state" | "problem" | "checkedAt" | "releasedAt">;

export function domainSentence({ state, problem, checkedAt, releasedAt }: DomainState): string {
  if (state === "verified") return words.verified;
  if (problem === null || checkedAt === null) return words.unchecked;
  return `${problemSentence(problem)} ${releasedAt === null ? words.waits : words.released(dayAndTime(releasedAt))}`;
}

function problemSentence(problem: DomainProblem): string {
  if (problem.code === "wrong-token") return words.wrongToken(problem.found.join(", "));
  if (problem.code === "wrong-address") return words.wrongAddress(problem.found.join(", "));
  return { "no-token": words.noToken, "no-address": words.noAddress, taken: words.taken }[problem.code];
}

const dayAndTime = (iso: string) =>
  new Date(iso).toLocaleString("en-US", {
    month: "short",
    day: "numeric",
    hour: "numeric",
    minute: "2-digit",
  });
