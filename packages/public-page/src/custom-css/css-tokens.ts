/** css-tree's types omit it. It reads each character once. */
import { tokenize, tokenTypes } from "css-tree";

declare module "css-tree" {
  export function tokenize(source: string, onToken: (type: number, start: number, end: number) => void): void;
  export const tokenTypes: Record<
    | "Function"
    | "LeftCurlyBracket"
    | "RightCurlyBracket"
    | "LeftSquareBracket"
    | "RightSquareBracket"
    | "LeftParenthesis"
    | "RightParenthesis"
    | "Comment",
    number
  >;
}

export { tokenize, tokenTypes };
