import type { RejectedGroup } from "#outbox/rejected-groups";
import { failedToo, failedUnknown, failedWords } from "#words/failed";

export function rejectedText(groups: readonly RejectedGroup[]): string | null {
  const [first, ...others] = groups;
  if (!first) return null;
  const { name, message } = first.root;
  const sentence = (
    (failedWords as Partial<Record<string, (message: string) => string>>)[name] ?? failedUnknown
  )(message);
  return others.length === 0 ? sentence : `${sentence} (${failedToo(others.length)})`;
}
