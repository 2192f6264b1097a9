/** What an owner is told of the CSS that they wrote, line by line. */
import { tokenize, tokenTypes } from "./css-tokens.ts";

export type CssProblem = { line: number; message: string };

export const UNREADABLE = "This could not be read";
export const UNREADABLE_SELECTOR = "This selector could not be read";

/** What opens and is not closed, or closes what was not open: from there on a browser reads something else than was meant. */
export function unbalancedIn(source: string): CssProblem[] {
  const problems: CssProblem[] = [];
  /** The lines on which they stand. */
  const open: number[] = [];
  let line = 1;
  tokenize(source, (type, start, end) => {
    const token = source.slice(start, end);
    if (type === tokenTypes.LeftCurlyBracket) open.push(line);
    if (type === tokenTypes.RightCurlyBracket && open.pop() === undefined)
      problems.push({ line, message: "This } closes nothing" });
    if (type === tokenTypes.Comment && !/^\/\*.*\*\/$/s.test(token))
      problems.push({ line, message: "This comment is never closed" });
    line += token.split("\n").length - 1;
  });
  for (const at of open) problems.push({ line: at, message: "This { is never closed" });
  return problems;
}

/** As one reads the sheet, and each said once. What could not be read is said where nothing tells more of it. */
export function inOrder(problems: readonly CssProblem[], unbalanced: readonly CssProblem[]): CssProblem[] {
  const from = unbalanced.reduce((first, { line }) => Math.min(first, line), Infinity);
  const told = problems.filter(
    ({ line, message }) => line < from || (message !== UNREADABLE && message !== UNREADABLE_SELECTOR),
  );
  const all = [...told, ...unbalanced];
  const telling = new Set(all.filter(({ message }) => message !== UNREADABLE).map(({ line }) => line));
  const once = new Map(
    all
      .filter(({ line, message }) => message !== UNREADABLE || !telling.has(line))
      .map((problem) => [`${problem.line} ${problem.message}`, problem]),
  );
  return [...once.values()].toSorted((a, b) => a.line - b.line);
}
