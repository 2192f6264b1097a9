/**
 * Makes an owner's CSS safe. A real parser reads the sheet, and the result is generated from what it
 * understood: scoped to the page's element, without anything that loads a resource (`@import`, URLs, fonts)
 * or leaves the page's flow. The server stores it at each save; the editor's preview runs the same code.
 */
import {
  CUSTOM_CSS_MAX_DEPTH,
  CUSTOM_CSS_MAX_ERRORS,
  CUSTOM_CSS_MAX_LENGTH,
  CUSTOM_CSS_REFUSALS,
} from "@shelv/contract/rows/appearance";
import {
  type Atrule,
  type CssNode,
  type Declaration,
  find,
  generate,
  ident,
  type List,
  type ListItem,
  type Rule,
  tokenize,
  tokenTypes,
  walk,
  type WalkContext,
} from "css-tree";
import { parse } from "./css-parser.ts";
import { scopeRules } from "./scope-rules.ts";
import { type Supports, unknownIn } from "./unknown-css.ts";

/** `reason`: why all of it is rejected (`css` is empty), or null. */
export type CleanCss = { css: string; problems: CssProblem[]; reason: string | null };

const ALLOWED_AT_RULES = new Set(["media", "supports", "keyframes", "container", "layer"]);
/** They run code or load a resource in some browser, now or in the past. */
const FORBIDDEN_PROPERTIES = /^(?:behavior|-moz-binding|-ms-behavior)$/i;
const IN_FLOW = new Set(["static", "relative", "initial", "unset", "revert"]);
const FORBIDDEN_FUNCTIONS =
  /^(?:url|src|image|image-set|-webkit-image-set|cross-fade|element|paint|expression|attr)$/i;

/** What `supports` does not know is reported but stays, for other browsers. */
export function cleanCss(source: string, supports: Supports = () => true): CleanCss {
  if (source.trim() === "") return { css: "", problems: [], reason: null };
  if (source.length > CUSTOM_CSS_MAX_LENGTH) return refused(CUSTOM_CSS_REFUSALS.length, { line: 1 });
  const tooDeepLine = lineTooDeep(source, CUSTOM_CSS_MAX_DEPTH);
  if (tooDeepLine !== null)
    return refused(CUSTOM_CSS_REFUSALS.depth, { line: tooDeepLine, unbalanced: unbalancedIn(source) });
  const problems: CssProblem[] = [];
  try {
    const css = cleaned(source, { supports, problems });
    return { css, problems: inOrder(problems, unbalancedIn(source)), reason: null };
  } catch (error) {
    if (error instanceof TooManyErrors)
      return refused(CUSTOM_CSS_REFUSALS.errors, { line: error.line, unbalanced: unbalancedIn(source) });
    throw error;
  }
}

const refused = (
  reason: string,
  { line, unbalanced = [] }: { line: number; unbalanced?: CssProblem[] },
): CleanCss => ({ css: "", problems: inOrder([{ line, message: reason }], unbalanced), reason });

class TooManyErrors extends Error {
  readonly line: number;

  constructor(line: number) {
    super();
    this.line = line;
  }
}

function cleaned(
  source: string,
  { supports, problems }: { supports: Supports; problems: CssProblem[] },
): string {
  let errors = 0;
  const ast = parse(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => {
      const { line } = error as unknown as { line: number };
      if ((errors += 1) > CUSTOM_CSS_MAX_ERRORS) throw new TooManyErrors(line);
      problems.push({ line, message: UNREADABLE });
    },
  });

  walk(ast, {
    enter(this: WalkContext, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      // The page's own rules win where it matters (page-style.ts), and scoped rules come last anyway.
      const isImportant = node.type === "Declaration" && node.important !== false;
      if (isImportant) node.important = false;
      const refusal = refusalOf(node, this.rule);
      const message =
        refusal ?? (isImportant ? "!important is left out" : null) ?? unknownIn(node, this, supports);
      if (message !== null) problems.push({ line: node.loc?.start.line ?? 1, message });
      if (refusal === null || !list) return undefined;
      list.remove(item);
      return walk.skip;
    },
  });
  scopeRules(ast, (line, message) => void problems.push({ line, message }));
  return generate(ast).replaceAll("<", String.raw`\3c `);
}

function refusalOf(node: CssNode, rule: Rule | null): string | null {
  if (node.type === "Rule") return holdsRaw(node.prelude) ? UNREADABLE_SELECTOR : null;
  if (node.type === "Atrule") return refusalOfAtRule(node);
  if (node.type === "Raw" || node.type === "CDO" || node.type === "CDC") return UNREADABLE;
  return node.type === "Declaration" ? refusalOfDeclaration(node, rule) : null;
}

function refusalOfAtRule({ name, prelude, block }: Atrule): string | null {
  if (!ALLOWED_AT_RULES.has(ident.decode(name).toLowerCase())) return `@${name} is not allowed here`;
  return block === null || (prelude && holdsRaw(prelude)) ? `@${name} could not be read` : null;
}

function refusalOfDeclaration(declaration: Declaration, rule: Rule | null): string | null {
  if (FORBIDDEN_PROPERTIES.test(ident.decode(declaration.property)))
    return `${declaration.property} is not allowed here`;
  let found: string | null = null;
  walk(declaration.value, (node) => {
    if (node.type === "Url") found = "Addresses are not allowed here";
    if (node.type === "Function" && FORBIDDEN_FUNCTIONS.test(ident.decode(node.name)))
      found = `${node.name}() is not allowed here`;
    if (node.type === "Raw") found = UNREADABLE;
  });
  if (found === null && ident.decode(declaration.property).toLowerCase() === "position")
    return refusalOfPosition(declaration, rule);
  return found;
}

/**
 * A positioned element could cover anything, and a variable could set the position later. Ornaments may be
 * positioned: they take no clicks.
 */
function refusalOfPosition({ value }: Declaration, rule: Rule | null): string | null {
  const said = ident.decode(generate(value)).toLowerCase();
  return IN_FLOW.has(said) || (said === "absolute" && rule !== null && isOfOrnaments(rule))
    ? null
    : `position: ${said} is not allowed here`;
}

const isOfOrnaments = ({ prelude }: Rule): boolean =>
  prelude.type === "SelectorList" && !prelude.children.some((selector) => !isOfOrnament(selector));

function isOfOrnament(selector: CssNode): boolean {
  const last = selector.type === "Selector" ? selector.children.last : null;
  return (
    (last?.type === "PseudoElementSelector" || last?.type === "PseudoClassSelector") &&
    /^(?:before|after)$/i.test(last.name)
  );
}

/** Text that the parser did not understand would be output as typed. */
const holdsRaw = (node: CssNode): boolean =>
  find(node, ({ type }) => type === "Raw" || type === "Url") !== null;

const CLOSES = new Map([
  [tokenTypes.LeftCurlyBracket, tokenTypes.RightCurlyBracket],
  [tokenTypes.LeftSquareBracket, tokenTypes.RightSquareBracket],
  [tokenTypes.LeftParenthesis, tokenTypes.RightParenthesis],
  [tokenTypes.Function, tokenTypes.RightParenthesis],
]);

/**
 * The first line nested deeper than `maxDepth`, or null, in linear time. As in a parser, a bracket closes
 * only the innermost open one of its own kind.
 */
function lineTooDeep(source: string, maxDepth: number): number | null {
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

type CssProblem = { line: number; message: string };

const UNREADABLE = "This could not be read";
const UNREADABLE_SELECTOR = "This selector could not be read";

/** From an unbalanced brace or comment on, a browser reads something unintended. */
function unbalancedIn(source: string): CssProblem[] {
  const problems: CssProblem[] = [];
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

/** In reading order, each once. "Could not be read" only if nothing more specific is known. */
function inOrder(problems: readonly CssProblem[], unbalanced: readonly CssProblem[]): CssProblem[] {
  const from = unbalanced.reduce((first, { line }) => Math.min(first, line), Infinity);
  const reported = problems.filter(
    ({ line, message }) => line < from || (message !== UNREADABLE && message !== UNREADABLE_SELECTOR),
  );
  const all = [...reported, ...unbalanced];
  const explained = new Set(all.filter(({ message }) => message !== UNREADABLE).map(({ line }) => line));
  const once = new Map(
    all
      .filter(({ line, message }) => message !== UNREADABLE || !explained.has(line))
      .map((problem) => [`${problem.line} ${problem.message}`, problem]),
  );
  return [...once.values()].toSorted((a, b) => a.line - b.line);
}

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
