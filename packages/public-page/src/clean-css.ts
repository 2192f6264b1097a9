/**
 * An owner's own CSS, made fit for a visitor's page: parsed with a real parser and written anew from what was understood,
 * held to the page's own element, and without anything that reaches outside (`@import`, addresses, fonts) or leaves the
 * page's flow for the whole screen. What could not be kept is said, with its line.
 */
import { type Atrule, type CssNode, type Declaration, find, generate, ident, type List, type ListItem, type Rule, walk, type WalkContext } from "css-tree";
import { parse } from "./css-parser.ts";
import { type CssProblem, inOrder, unbalancedIn, UNREADABLE, UNREADABLE_SELECTOR } from "./css-problems.ts";
import { isKeyframes, type Supports, unknownIn } from "./unknown-css.ts";

export type CleanCss = { css: string; problems: CssProblem[] };

const SCOPE = "shelv-page";
const ALLOWED_AT_RULES = new Set(["media", "supports", "keyframes", "container", "layer"]);
/** What runs code or fetches in some browser, or did. */
const FORBIDDEN_PROPERTIES = /^(?:behavior|-moz-binding|-ms-behavior)$/i;
const IN_FLOW = new Set(["static", "relative", "initial", "unset", "revert"]);
const FORBIDDEN_FUNCTIONS = /^(?:url|src|image|image-set|-webkit-image-set|cross-fade|element|paint|expression|attr)$/i;

/** What `supports` does not know is said and kept: another browser may. */
export function cleanCss(source: string, supports: Supports = () => true): CleanCss {
  if (source.trim() === "") return { css: "", problems: [] };
  const problems: CssProblem[] = [];
  const ast = parse(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => void problems.push({ line: (error as unknown as { line: number }).line, message: UNREADABLE }),
  });

  walk(ast, {
    enter(this: WalkContext, node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      // The page has the last word where it needs it (page-style.ts), and rules held to the page come after its own anyway.
      const isImportant = node.type === "Declaration" && node.important !== false;
      if (isImportant) node.important = false;
      const refused = refusalOf(node, this.rule);
      const message = refused ?? (isImportant ? "!important is left out" : null) ?? unknownIn(node, this, supports);
      if (message !== null) problems.push({ line: node.loc?.start.line ?? 1, message });
      if (refused === null || !list) return undefined;
      list.remove(item);
      return walk.skip;
    },
  });
  walk(ast, {
    enter(node: CssNode) {
      if (node.type === "Atrule" && isKeyframes(node)) return walk.skip;
      if (node.type !== "Rule") return undefined;
      scope(node);
      // A rule inside a rule stands where its parent does.
      return walk.skip;
    },
  });
  return { css: generate(ast).replaceAll("<", String.raw`\3c `), problems: inOrder(problems, unbalancedIn(source)) };
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
  if (FORBIDDEN_PROPERTIES.test(ident.decode(declaration.property))) return `${declaration.property} is not allowed here`;
  let found: string | null = null;
  walk(declaration.value, (node) => {
    if (node.type === "Url") found = "Addresses are not allowed here";
    if (node.type === "Function" && FORBIDDEN_FUNCTIONS.test(ident.decode(node.name))) found = `${node.name}() is not allowed here`;
    if (node.type === "Raw") found = UNREADABLE;
  });
  if (found === null && ident.decode(declaration.property).toLowerCase() === "position") return refusalOfPosition(declaration, rule);
  return found;
}

/** What leaves its place could lie over everything else, and a variable could say so later. Ornaments may: they take no clicks. */
function refusalOfPosition({ value }: Declaration, rule: Rule | null): string | null {
  const said = ident.decode(generate(value)).toLowerCase();
  return IN_FLOW.has(said) || (said === "absolute" && rule !== null && isOfOrnaments(rule)) ? null : `position: ${said} is not allowed here`;
}

const isOfOrnaments = ({ prelude }: Rule): boolean =>
  prelude.type === "SelectorList" && prelude.children.toArray().every((selector) => {
    const last = selector.type === "Selector" ? selector.children.last : null;
    return (last?.type === "PseudoElementSelector" || last?.type === "PseudoClassSelector") && /^(?:before|after)$/i.test(last.name);
  });

/** Whether a part of this was not understood, and so would be passed on as it was typed. */
const holdsRaw = (node: CssNode): boolean => find(node, ({ type }) => type === "Raw" || type === "Url") !== null;

/** Puts every selector under the page's element; `:root`, `html` and `body` mean that element here. */
function scope(rule: Rule): void {
  if (rule.prelude.type !== "SelectorList") return;
  rule.prelude.children.forEach((selector) => {
    if (selector.type !== "Selector") return;
    const first = selector.children.first;
    const meansPage = first?.type === "PseudoClassSelector" && first.name === "root"
      || first?.type === "TypeSelector" && /^(?:html|body)$/i.test(first.name)
      || first?.type === "ClassSelector" && first.name === SCOPE;
    if (meansPage) selector.children.shift();
    else selector.children.prependData({ type: "Combinator", name: " " });
    selector.children.prependData({ type: "ClassSelector", name: SCOPE });
  });
}
