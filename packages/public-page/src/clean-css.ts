/**
 * An owner's own CSS, made fit for a visitor's page: parsed with a real parser and written anew from what was understood,
 * held to the page's own element, and without anything that reaches outside (`@import`, addresses, fonts) or leaves the
 * page's flow for the whole screen. What could not be kept is said, with its line.
 */
import { type Atrule, type CssNode, type Declaration, find, fork, generate, ident, type List, type ListItem, type parse, type Rule, walk } from "css-tree";

export type CssProblem = { line: number; message: string };
export type CleanCss = { css: string; problems: CssProblem[] };

const SCOPE = "shelv-page";
const ALLOWED_AT_RULES = new Set(["media", "supports", "keyframes", "container", "layer"]);
/** What runs code or fetches in some browser, or did. */
const FORBIDDEN_PROPERTIES = /^(?:behavior|-moz-binding|-ms-behavior)$/i;
const FORBIDDEN_FUNCTIONS = /^(?:url|src|image|image-set|-webkit-image-set|cross-fade|element|paint|expression|attr)$/i;

export function cleanCss(source: string): CleanCss {
  if (source.trim() === "") return { css: "", problems: [] };
  const problems: CssProblem[] = [];
  const ast = freshParser()(source, {
    positions: true,
    parseCustomProperty: true,
    onParseError: (error) => void problems.push({ line: (error as unknown as { line: number }).line, message: error.message }),
  });

  walk(ast, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      const refused = refusalOf(node);
      if (refused === null || !list) return undefined;
      problems.push({ line: node.loc?.start.line ?? 1, message: refused });
      list.remove(item);
      return walk.skip;
    },
  });
  walk(ast, {
    enter(node: CssNode) {
      if (node.type === "Atrule" && /keyframes$/i.test(node.name)) return walk.skip;
      if (node.type !== "Rule") return undefined;
      scope(node);
      // A rule inside a rule stands where its parent does.
      return walk.skip;
    },
  });
  return { css: generate(ast).replaceAll("<", String.raw`\3c `), problems };
}

/** A parser of its own for each text: css-tree's tokenizer reads what an earlier text left in its buffers, and may then never end. */
export const freshParser = () => (fork({}) as unknown as { parse: typeof parse }).parse;

/** Why a node cannot stay; null where it can. */
function refusalOf(node: CssNode): string | null {
  if (node.type === "Rule") return holdsRaw(node.prelude) ? "This selector could not be read" : null;
  if (node.type === "Atrule") return refusalOfAtRule(node);
  if (node.type === "Raw" || node.type === "CDO" || node.type === "CDC") return "This could not be read";
  return node.type === "Declaration" ? refusalOfDeclaration(node) : null;
}

function refusalOfAtRule({ name, prelude, block }: Atrule): string | null {
  if (!ALLOWED_AT_RULES.has(ident.decode(name).toLowerCase())) return `@${name} is not allowed here`;
  return block === null || (prelude && holdsRaw(prelude)) ? `@${name} could not be read` : null;
}

function refusalOfDeclaration(declaration: Declaration): string | null {
  if (FORBIDDEN_PROPERTIES.test(ident.decode(declaration.property))) return `${declaration.property} is not allowed here`;
  let found: string | null = null;
  walk(declaration.value, (node) => {
    if (node.type === "Url") found = "Addresses are not allowed here";
    if (node.type === "Function" && FORBIDDEN_FUNCTIONS.test(ident.decode(node.name))) found = `${node.name}() is not allowed here`;
    if (node.type === "Raw") found = "This could not be read";
  });
  if (ident.decode(declaration.property).toLowerCase() === "position" && /fixed/i.test(generate(declaration.value))) found = "position: fixed is not allowed here";
  return found;
}

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
