import { cleanText } from "./clean-text.ts";
import { isNode, listOf, textOf } from "./json-ld.ts";

const IN = new Set([
  "instock",
  "limitedavailability",
  "preorder",
  "presale",
  "backorder",
  "onlineonly",
  "instoreonly",
  "madetoorder",
  "available",
  "availablefororder",
]);
const OUT = /(?:outofstock|soldout|discontinued|unavailable|notavailable|^oos)$/;

export function soldOutOf(said: readonly unknown[]): boolean | null {
  const words = said.flatMap(listOf).map(schemaWord);
  if (words.some((word) => IN.has(word))) return false;
  return words.some((word) => OUT.test(word)) ? true : null;
}

/**
 * A word of schema.org as shops write it: "https://schema.org/OutOfStock/", `{"@id": …}`, "Out of stock" and
 * "out_of_stock" are "outofstock".
 */
export function schemaWord(value: unknown): string {
  const text = isNode(value) && value["@id"] !== undefined ? textOf(value["@id"]) : textOf(value);
  const [word = ""] = /[^/#:]*$/.exec(cleanText(text.slice(0, 200)).replace(/[/#\s]+$/, "")) ?? [];
  return word.toLowerCase().replaceAll(/[^a-z]/g, "");
}
