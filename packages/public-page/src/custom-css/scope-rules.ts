/**
 * Limits rules to the page's element and its content. The credit is a sibling: selectors that lead to
 * siblings are removed, however they are written.
 */
import { type CssNode, find, type List, type ListItem, type Rule, type Selector, walk } from "css-tree";
import { isKeyframes } from "./unknown-css.ts";

const PAGE_CLASS = "shelv-page";
const BESIDE_PAGE = "What stands beside the page cannot be changed";

type Report = (line: number, message: string) => void;

export function scopeRules(ast: CssNode, report: Report): void {
  const mayMeanPage: boolean[] = [];
  walk(ast, {
    enter(node: CssNode, item: ListItem<CssNode>, list: List<CssNode>) {
      if (node.type === "Atrule" && isKeyframes(node)) return walk.skip;
      if (node.type !== "Rule") return undefined;
      mayMeanPage.push(scope(node, { parentMayBePage: mayMeanPage.at(-1) ?? null, report }));
      if (node.prelude.type !== "SelectorList" || !node.prelude.children.isEmpty) return undefined;
      list.remove(item);
      mayMeanPage.pop();
      return walk.skip;
    },
    leave(node: CssNode) {
      if (node.type === "Rule") mayMeanPage.pop();
    },
  });
}

type Where = {
  /** Null for a top-level rule. */
  parentMayBePage: boolean | null;
  report: Report;
};

function scope({ prelude }: Rule, { parentMayBePage, report }: Where): boolean {
  if (prelude.type !== "SelectorList") return false;
  let mayBePage = false;
  prelude.children.forEach((selector, item) => {
    if (selector.type !== "Selector") return;
    if (parentMayBePage === null || !followsParent(selector)) putUnderPage(selector);
    const { leadsBeside, isPage } = whereItLeads(selector, parentMayBePage ?? false);
    if (leadsBeside) {
      report(selector.loc?.start.line ?? 1, BESIDE_PAGE);
      prelude.children.remove(item);
    } else mayBePage ||= isPage;
  });
  return mayBePage;
}

const followsParent = (selector: Selector): boolean =>
  selector.children.first?.type === "NestingSelector" ||
  find(selector, ({ type }) => type === "NestingSelector") === null;

function putUnderPage(selector: Selector): void {
  const first = selector.children.first;
  const meansPage =
    (first?.type === "PseudoClassSelector" && first.name === "root") ||
    (first?.type === "TypeSelector" && /^(?:html|body)$/i.test(first.name)) ||
    (first?.type === "ClassSelector" && first.name === PAGE_CLASS);
  if (meansPage) selector.children.shift();
  else selector.children.prependData({ type: "Combinator", name: " " });
  selector.children.prependData({ type: "ClassSelector", name: PAGE_CLASS });
}

/** If its `&` may be the page: to the page itself, beside it, or (neither) into it. */
function whereItLeads(
  selector: Selector,
  parentMayBePage: boolean,
): { leadsBeside: boolean; isPage: boolean } {
  const [first, ...rest] = selector.children.toArray();
  const beginsAtPage =
    first?.type === "ClassSelector"
      ? first.name === PAGE_CLASS
      : parentMayBePage && (first?.type === "NestingSelector" || first?.type === "Combinator");
  const combinator = [first, ...rest].find((part) => part?.type === "Combinator");
  if (!beginsAtPage) return { leadsBeside: false, isPage: false };
  return {
    leadsBeside: combinator !== undefined && combinator.name !== " " && combinator.name !== ">",
    isPage: combinator === undefined,
  };
}
