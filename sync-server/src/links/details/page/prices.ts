/** Prices as the page gives them, with the currency's usual sign. */
import { LRUCache } from "lru-cache";
import { schemaWord, soldOutOf } from "./availability.ts";
import { cleanText } from "./clean-text.ts";
import { isNode, listOf, textOf } from "./json-ld.ts";
import type { Node } from "./microdata.ts";

type Amount = { amount: string; value: number; currency: string };
export type Offers = { price: string | null; isSoldOut: boolean | null };
type Resolve = (value: unknown) => unknown;

const OFFERS_AT_MOST = 100;

export function offersOf(product: Node, resolve: Resolve): Offers {
  const variants = listOf(product.hasVariant).map(resolve).filter(isNode);
  const offers = [product, ...variants]
    .flatMap((node) => listOf(node.offers).map(resolve))
    .filter(isNode)
    .slice(0, OFFERS_AT_MOST);
  const inner = offers.flatMap((offer) => listOf(offer.offers).map(resolve).filter(isNode));
  return {
    price: priceText(offers.flatMap((offer) => amountsOf(offer, resolve))),
    isSoldOut: soldOutOf([...offers, ...inner].map(({ availability }) => availability)),
  };
}

function amountsOf(offer: Node, resolve: Resolve): Amount[] {
  if (isForMembers(offer)) return [];
  const currency = currencyOf(offer);
  const specified = listOf(offer.priceSpecification)
    .map(resolve)
    .filter(isNode)
    .filter((one) => !isForMembers(one))
    .toSorted((a, b) => distanceOf(a) - distanceOf(b));
  const given = [
    () => [offer.lowPrice, offer.highPrice].flatMap((price) => amountsIn(price, currency)),
    () => amountsIn(offer.price, currency),
    ...specified.map((one) => () => {
      const prices = one.price === undefined ? [one.minPrice, one.maxPrice] : [one.price];
      return prices.flatMap((price) => amountsIn(price, currencyOf(one) || currency));
    }),
    () =>
      listOf(offer.offers)
        .map(resolve)
        .filter(isNode)
        .flatMap((inner) => amountsOf(inner, () => null)),
  ];
  for (const read of given) {
    const amounts = read();
    if (amounts.length > 0) return amounts;
  }
  return [];
}

const isForMembers = (node: Node) => listOf(node.validForMemberTier).length > 0;

/** How far a price is from what one piece costs today: 0 is that price. */
function distanceOf({ priceType, referenceQuantity, eligibleQuantity }: Node): number {
  const word = schemaWord(priceType);
  if (/^(?:listprice|strikethroughprice|msrp|srp|minimumadvertisedprice|invoiceprice)$/.test(word)) return 3;
  const [reference] = listOf(referenceQuantity);
  const [eligible] = listOf(eligibleQuantity);
  // With `valueReference` it is the price of the piece, and the quantity is its content.
  const isPerUnit = reference !== undefined && !(isNode(reference) && reference.valueReference !== undefined);
  const isForMany = isNode(eligible) && Number(textOf(eligible.minValue)) > 1;
  if (isPerUnit || isForMany) return 2;
  return word === "regularprice" ? 1 : 0;
}

const currencyOf = (node: Node) => cleanText(textOf(node.priceCurrency ?? node.currency)).slice(0, 8);

const RANGE = /^(\d[\d.,'’ ]*)[-–—~]([\d.,'’ ]+)$/;

/** None for zero, which is a shop's blank. */
function amountsIn(given: unknown, currency: string): Amount[] {
  const text = cleanText(textOf(given)).slice(0, 40);
  const [, low, high] = RANGE.exec(text) ?? [];
  if (low !== undefined) return [low, high].flatMap((one) => amountsIn(one, currency));
  const digits = digitsOf(currency);
  const { value, isDecimal } = valueOf(text, typeof given === "number" ? "decimal" : digits);
  if (!Number.isFinite(value) || value <= 0) return [];
  return [{ amount: isDecimal ? rounded(text, value, digits) : text, value, currency }];
}

/** A database's number gets its currency's decimals: 2879.2 is 2879.20, 149.000000 is 149.00. */
function rounded(text: string, value: number, digits: number): string {
  if (!/^\d+\.\d+$/.test(text)) return text;
  const price = value.toFixed(digits);
  return Math.abs(Number(price) - value) > value / 100 ? text : price;
}

function digitsOf(currency: string): number {
  return formatOf(currency)?.resolvedOptions().maximumFractionDigits ?? 2;
}

let digitsOfScripts: Map<string, string> | undefined;

function latinDigits(text: string): string {
  if (!/[^\d\P{Nd}]/u.test(text)) return text;
  digitsOfScripts ??= new Map(
    Intl.supportedValuesOf("numberingSystem").flatMap((numberingSystem) => {
      const format = new Intl.NumberFormat("en", { numberingSystem, useGrouping: false });
      return Array.from({ length: 10 }, (_, digit) => [format.format(digit), String(digit)] as const);
    }),
  );
  return text.replaceAll(/\p{Nd}/gu, (digit) => digitsOfScripts?.get(digit) ?? digit);
}

/**
 * "1.299,00" and "1,299.00" are the same. One separator before three digits groups them, unless the currency
 * has three decimals, or the number is a JSON number.
 */
function valueOf(text: string, decimals: number | "decimal"): { value: number; isDecimal: boolean } {
  const [numeral = ""] = /\d[\d.,\s'’\u066B\u066C]*/.exec(latinDigits(text)) ?? [];
  const bare = numeral
    .replaceAll(/[\s'’\u066C]/g, "")
    .replaceAll("\u066B", ".")
    .replace(/[.,]+$/, "");
  const [, whole = "", separator = "", fraction = ""] = /^(.*)([.,])(\d*)$/.exec(bare) ?? [bare, bare];
  const groups = whole.split(/[.,]/);
  const isGrouped =
    whole.includes(separator) ||
    (fraction.length === 3 && groups.length === 1 && /^[1-9]\d{0,2}$/.test(whole) && decimals !== 3);
  const isDecimal = separator !== "" && (decimals === "decimal" || !isGrouped);
  const value = isDecimal ? `${groups.join("")}.${fraction}` : `${groups.join("")}${fraction}`;
  return { value: value === "" ? Number.NaN : Number(value), isDecimal };
}

function priceText(amounts: readonly Amount[]): string | null {
  const [first] = amounts;
  if (!first) return null;
  const sorted = amounts
    .filter(({ currency }) => currency === first.currency)
    .toSorted((a, b) => a.value - b.value);
  const [low, high] = [sorted[0] ?? first, sorted.at(-1) ?? first];
  const text = low.value === high.value ? signed(low) : `${signed(low)} – ${signed(high)}`;
  return text.length > 40 ? null : text;
}

function signed({ amount, currency }: Amount): string {
  if (currency === "" || /[^\p{Nd}.,\s'’\u066B\u066C+-]/u.test(amount)) return amount;
  const sign = signOf(currency);
  if (/^[\p{L}]{2,}\.?$/u.test(sign))
    return sign === currency.toUpperCase() ? `${sign} ${amount}` : `${amount} ${sign}`;
  return `${sign}${amount}`;
}

function signOf(currency: string): string {
  const format = formatOf(currency);
  if (!format) return currency;
  const usual = symbolIn(format);
  if (usual.toUpperCase() !== currency.toUpperCase()) return usual;
  const narrow = formatOf(currency, "narrowSymbol");
  return narrow ? symbolIn(narrow) : usual;
}

const symbolIn = (format: Intl.NumberFormat) =>
  format
    .formatToParts(1)
    .find(({ type }) => type === "currency")
    ?.value.trim() ?? "";

/** A format takes as long to make as the rest of a price. */
const formats = new LRUCache<string, Intl.NumberFormat>({ max: 50 });

function formatOf(
  currency: string,
  currencyDisplay: "symbol" | "narrowSymbol" = "symbol",
): Intl.NumberFormat | null {
  if (!/^[a-z]{3}$/i.test(currency)) return null;
  const name = `${currency} ${currencyDisplay}`;
  const format =
    formats.get(name) ?? new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay });
  formats.set(name, format);
  return format;
}

export function metaPrice(all: (...names: string[]) => string[]): string | null {
  for (const prefix of ["product:sale_price", "product:price", "og:price", "og:product:price", "product"]) {
    const [currency = ""] = all(`${prefix}:currency`, "product:price:currency", "og:price:currency");
    for (const text of all(`${prefix}:amount`)) {
      const price = priceText(amountsIn(text, currency));
      if (price !== null) return price;
    }
  }
  for (const at of [1, 2]) {
    if (!/^price$/i.test(all(`twitter:label${at}`)[0] ?? "")) continue;
    const price = priceText(amountsIn(all(`twitter:data${at}`)[0], ""));
    if (price !== null) return price;
  }
  return null;
}
