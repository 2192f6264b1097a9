/**
 * `X-Forwarded-For` is read only from a trusted proxy. Each proxy appends the address it saw: the list is
 * read from the right, up to the first untrusted address; those left of it may be forged.
 */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import { canonicalAddress, type Networks } from "./networks.ts";

/** Of requests whose connection is closed. */
export const NO_ADDRESS = "0.0.0.0";

/** `trustedProxies`: their headers are trusted. */
export type Trust = { trustedProxies: Networks };
/** From proxies' headers; a `region` only with a country. */
export type Location = { country: string | null; region: string | null };

export function clientAddress(c: Context, { trustedProxies }: Trust): string {
  const forwarded = (c.req.header("X-Forwarded-For") ?? "").split(",");
  let address = peerAddress(c);
  while (trustedProxies.includes(address)) {
    const said = hopAddress(forwarded.pop());
    if (said === null) break;
    address = said;
  }
  return address;
}

export function proxyLocation(c: Context, { trustedProxies }: Trust): Location {
  if (!isFromProxy(c, trustedProxies)) return { country: null, region: null };
  const country = firstOf(c, ["CF-IPCountry", "CloudFront-Viewer-Country", "X-Country"], countryCode);
  return { country, region: country && firstOf(c, ["CF-Region", "X-Region"], regionName) };
}

export const isFromProxy = (c: Context, trustedProxies: Networks): boolean =>
  trustedProxies.includes(peerAddress(c));

function peerAddress(c: Context): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return canonicalAddress(incoming?.socket?.remoteAddress ?? "") ?? NO_ADDRESS;
}

/** Some proxies append the port. */
function hopAddress(hop: string | undefined): string | null {
  const text = hop?.trim() ?? "";
  const withoutPort = /^\[(.+)\](?::\d+)?$/.exec(text)?.[1] ?? /^([\d.]+):\d+$/.exec(text)?.[1];
  return canonicalAddress(withoutPort ?? text);
}

function firstOf(c: Context, headers: string[], read: (value: string) => string | null): string | null {
  for (const name of headers) {
    const value = read(c.req.header(name)?.trim() ?? "");
    if (value !== null) return value;
  }
  return null;
}

const COUNTRIES = new Intl.DisplayNames("en", { type: "region", fallback: "none" });
/** "Unknown" in CDNs and CLDR. */
const NOWHERE = ["XX", "ZZ"];

function countryCode(value: string): string | null {
  const code = value.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && !NOWHERE.includes(code) && COUNTRIES.of(code) !== undefined ? code : null;
}

/** Proxies send UTF-8, and Node reads headers as Latin-1. */
function regionName(value: string): string | null {
  const name = Buffer.from(value, "latin1").toString("utf8");
  return /^[\p{L}\p{M}\p{N} .,'’()-]{1,80}$/u.test(name) ? name : null;
}
