/** Reads prices as the page gives them, with the currency's usual sign. */
import { cleanText } from "./clean-text.ts";
import { isNode, listOf, textOf } from "./json-ld.ts";
import type { Node } from "./microdata.ts";

type Amount = { amount: string; value: number | null; currency: string };
/** `isSoldOut`: null if the page does not say. */
export type Offers = { price: string | null; isSoldOut: boolean | null };

const OFFERS_AT_MOST = 100;

/** Collects the offers of a product and its variants. `resolve` follows references by id. */
export function offersOf(product: Node, resolve: (value: unknown) => unknown): Offers {
  const variants = listOf(product.hasVariant).map(resolve).filter(isNode);
  const offers = [product, ...variants]
    .flatMap((node) => listOf(node.offers).map(resolve))
    .filter(isNode)
    .slice(0, OFFERS_AT_MOST);
  const amounts = offers.flatMap((offer) => amountsOf(offer, resolve));
  return { price: priceText(amounts), isSoldOut: soldOutOf(offers) };
}

function amountsOf(offer: Node, resolve: (value: unknown) => unknown): Amount[] {
  const currency = currencyOf(offer);
  const low = amountIn(offer.lowPrice, currency);
  const high = amountIn(offer.highPrice, currency);
  if (low || high) return [low, high].flatMap((amount) => amount ?? []);
  const own = amountIn(offer.price, currency);
  if (own) return [own];
  const specified = listOf(offer.priceSpecification).map(resolve).filter(isNode);
  // A price that is crossed out does not count.
  const current = specified.filter(
    ({ priceType }) => !/ListPrice|StrikethroughPrice|MSRP|SRP/i.test(textOf(priceType)),
  );
  const [first] = (current.length > 0 ? current : specified).flatMap(
    (one) => amountIn(one.price ?? one.minPrice, currencyOf(one) || currency) ?? [],
  );
  if (first) return [first];
  return listOf(offer.offers)
    .map(resolve)
    .filter(isNode)
    .flatMap((inner) => amountsOf(inner, () => null));
}

const currencyOf = (node: Node) => cleanText(textOf(node.priceCurrency ?? node.currency)).slice(0, 8);

function amountIn(given: unknown, currency: string): Amount | null {
  const isNumber = typeof given === "number";
  const amount = cleanText(textOf(given)).slice(0, 40);
  if (!/\d/.test(amount)) return null;
  return { amount: isNumber ? decimals(given, currency) : amount, value: valueOf(amount), currency };
}

/** A JSON number has lost its zeros: 19.9 is 19.90. */
const decimals = (value: number, currency: string) =>
  Number.isInteger(value) ? String(value) : value.toFixed(Math.max(digitsOf(currency), 0));

function digitsOf(currency: string): number {
  return formatOf(currency)?.resolvedOptions().maximumFractionDigits ?? 2;
}

/** An amount's value: "1.299,00" and "1,299.00" are the same. */
function valueOf(amount: string): number | null {
  const [digits = ""] = /\d[\d.,\s'’]*/.exec(amount) ?? [];
  const bare = digits.replaceAll(/[\s'’]/g, "").replace(/[.,]$/, "");
  const decimal = /[.,](\d{1,2})$/.exec(bare);
  const whole = (decimal ? bare.slice(0, decimal.index) : bare).replaceAll(/[.,]/g, "");
  const value = Number(`${whole}.${decimal?.[1] ?? "0"}`);
  return Number.isFinite(value) ? value : null;
}

/** One price, or from the lowest to the highest. A price of zero is a shop's blank. */
function priceText(amounts: readonly Amount[]): string | null {
  const real = amounts.filter(({ value }) => value === null || value > 0);
  const [first] = real;
  if (!first) return null;
  const sorted = real
    .filter(({ value, currency }) => value !== null && currency === first.currency)
    .toSorted((a, b) => (a.value ?? 0) - (b.value ?? 0));
  const [low, high] = [sorted[0] ?? first, sorted.at(-1) ?? first];
  const text = low.value === high.value ? signed(low) : `${signed(low)} – ${signed(high)}`;
  return text.length > 40 ? null : text;
}

/** "19.99" in "EUR" is "€19.99"; what has a sign or a word stays as it is. */
function signed({ amount, currency }: Amount): string {
  if (currency === "" || /[^\d.,\s'’+-]/.test(amount)) return amount;
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

function formatOf(
  currency: string,
  currencyDisplay: "symbol" | "narrowSymbol" = "symbol",
): Intl.NumberFormat | null {
  if (!/^[a-z]{3}$/i.test(currency)) return null;
  return new Intl.NumberFormat("en", { style: "currency", currency, currencyDisplay });
}

const OUT = /(?:OutOfStock|SoldOut|Discontinued)$/i;
const IN = /(?:InStock|LimitedAvailability|PreOrder|PreSale|BackOrder|OnlineOnly|InStoreOnly|MadeToOrder)$/i;

/** Whether a product is sold out, which it is only if no offer is left. */
function soldOutOf(offers: readonly Node[]): boolean | null {
  const said = offers.flatMap(({ availability, offers: inner }) => [
    textOf(availability),
    ...listOf(inner)
      .filter(isNode)
      .map((offer) => textOf(offer.availability)),
  ]);
  if (said.some((text) => IN.test(text))) return false;
  return said.some((text) => OUT.test(text)) ? true : null;
}

/** Reads a price from the meta tags of shops; a sale price comes first. */
export function metaPrice(first: (...names: string[]) => string): string | null {
  for (const prefix of ["product:sale_price", "product:price", "og:price", "og:product:price", "product"]) {
    const amount = amountIn(
      first(`${prefix}:amount`),
      first(`${prefix}:currency`, "product:price:currency", "og:price:currency"),
    );
    if (amount) return priceText([amount]);
  }
  for (const at of [1, 2]) {
    if (!/^price$/i.test(first(`twitter:label${at}`))) continue;
    const amount = amountIn(first(`twitter:data${at}`), "");
    if (amount) return priceText([amount]);
  }
  return null;
}

export const metaSoldOut = (first: (...names: string[]) => string): boolean | null => {
  const said = first("product:availability", "og:availability").replaceAll(/[\s_-]/g, "");
  if (said === "") return null;
  return /^(?:outofstock|oos|soldout|discontinued)$/i.test(said);
};
