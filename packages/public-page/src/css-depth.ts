import { tokenize, tokenTypes } from "./css-tokens.ts";

const CLOSES = new Map([
  [tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.Function, tokenTypes.RightParenthesis],
]);

/**
 * The line on which brackets are first nested deeper than `maxDepth`; null where they never are. Linear in the text. As for a parser, a bracket closes
 * only the innermost open one, and only its own kind.
 */
export function lineTooDeep(source: string, maxDepth: number): number | null {
  /** What would close each open bracket, the innermost last. */
  const open: number[] = [];
  let tooDeepAt: number | null = null;
  tokenize(source, (type, start) => {
    if (tooDeepAt !== null) return;
    const close = CLOSES.get(type);
    if (close !== undefined && open.push(close) > maxDepth) tooDeepAt = start;
    else if (type === open.at(-1)) open.pop();
  });
  return tooDeepAt === null ? null : source.slice(0, tooDeepAt).split("\n").length;
}
