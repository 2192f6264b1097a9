import { type Atrule, type CssNode, generate, type WalkContext } from "css-tree";
import { PROMISED_CLASSES } from "./promised-names.ts";

export type Supports = (condition: string) => boolean;

export function unknownIn(
  node: CssNode,
  { atrule, function: within }: WalkContext,
  supports: Supports,
): string | null {
  if (node.type === "Selector") {
    if (within !== null || (atrule && isKeyframes(atrule))) return null;
    const selector = generate(node);
    return /:-/.test(selector) || supports(`selector(${selector})`)
      ? null
      : `This browser does not know ${selector}`;
  }
  if (node.type === "ClassSelector" && CREDIT_CLASSES.includes(node.name))
    return "The credit looks the same on every page";
  if (node.type === "ClassSelector")
    return PROMISED_CLASSES.includes(node.name) ? null : `There is no .${node.name} on the page`;
  if (node.type === "TypeSelector")
    return PROMISED_CLASSES.includes(node.name) ? `A dot is missing before ${node.name}` : null;
  if (node.type !== "Declaration" || node.property.startsWith("-")) return null;
  const { property } = node;
  if (!supports(`(${property}:inherit)`)) return `This browser does not know ${property}`;
  const value = generate(node.value);
  return /(?:^|[\s,])-[a-z]/i.test(value) || supports(`(${property}:${value})`)
    ? null
    : `This browser does not know ${property}: ${value}`;
}

const CREDIT_CLASSES = ["shelv-footer", "shelv-credit"];

export const isKeyframes = ({ name }: Atrule): boolean => /keyframes$/i.test(name);
