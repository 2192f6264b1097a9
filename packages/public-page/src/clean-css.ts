/**
 * An owner's own CSS, made safe for a visitor's page: its length and its nesting are checked first, then a real parser reads it, and what was
 * understood is written again, scoped to the page's element, without what loads something (`@import`, addresses, fonts) or leaves the page's flow.
 * The server stores the result once per save; an editor's preview does the same on the device. What is left out is reported with its line.
 */
import {
  CUSTOM_CSS_MAX_DEPTH,
  CUSTOM_CSS_MAX_ERRORS,
  CUSTOM_CSS_MAX_LENGTH,
  CUSTOM_CSS_REFUSALS,
} from "@shelv/contract/appearance";
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
  walk,
  type WalkContext,
} from "css-tree";
import { lineTooDeep } from "./css-depth.ts";
import { parse } from "./css-parser.ts";
import { type CssProblem, inOrder, unbalancedIn, UNREADABLE, UNREADABLE_SELECTOR } from "./css-problems.ts";
import { scopeRules } from "./scope-rules.ts";
import { type Supports, unknownIn } from "./unknown-css.ts";

/** `reason`: why none of it is used, and `css` is empty; null where what is left after `problems` is used. */
export type CleanCss = { css: string; problems: CssProblem[]; reason: string | null };

const ALLOWED_AT_RULES = new Set(["media", "supports", "keyframes", "container", "layer"]);
/** What runs code or fetches in some browser, or did. */
const FORBIDDEN_PROPERTIES = /^(?:behavior|-moz-binding|-ms-behavior)$/i;
const IN_FLOW = new Set(["static", "relative", "initial", "unset", "revert"]);
const FORBIDDEN_FUNCTIONS =
  /^(?:url|src|image|image-set|-webkit-image-set|cross-fade|element|paint|expression|attr)$/i;

/** What `supports` does not know is reported and kept: another browser may know it. */
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
      // The page has the last word where it needs it (page-style.ts), and rules held to the page come after its own anyway.
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

/** Why a node cannot stay; null where it can. */
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

/** What leaves its place could lie over everything else, and a variable could say so later. Ornaments may: they take no clicks. */
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

/** Whether a part of this was not understood, and so would be passed on as it was typed. */
const holdsRaw = (node: CssNode): boolean =>
  find(node, ({ type }) => type === "Raw" || type === "Url") !== null;
