/**
 * Who is at the other end. Anyone can write `X-Forwarded-For`, so it is read only where the connection comes from a
 * proxy that the settings trust, and then from the right: each proxy appends the address that it saw, and what stands
 * left of the first stranger is the stranger's own claim.
 */
import type { HttpBindings } from "@hono/node-server";
import type { Context } from "hono";
import type { Settings } from "#settings";
import { canonicalAddress, type Networks } from "./networks.ts";

/** Stands for whoever has no address, all of them together: a connection that is gone already, or none at all. */
export const NO_ADDRESS = "0.0.0.0";

type Trust = Pick<Settings, "trustedProxies">;
/** As headers of proxies name it; `region` only together with a country. */
export type Location = { country: string | null; region: string | null };

/** The visitor's IP address in its canonical form. */
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

/** Where a trusted proxy says that the visitor is. Nothing is known where none says so. */
export function proxyLocation(c: Context, { trustedProxies }: Trust): Location {
  if (!isFromProxy(c, trustedProxies)) return { country: null, region: null };
  const country = firstOf(c, ["CF-IPCountry", "CloudFront-Viewer-Country", "X-Country"], countryCode);
  return { country, region: country && firstOf(c, ["CF-Region", "X-Region"], regionName) };
}

/** Whether this request came through a proxy whose headers can be believed. */
export const isFromProxy = (c: Context, trustedProxies: Networks): boolean =>
  trustedProxies.includes(peerAddress(c));

function peerAddress(c: Context): string {
  const { incoming } = (c.env ?? {}) as Partial<HttpBindings>;
  return canonicalAddress(incoming?.socket?.remoteAddress ?? "") ?? NO_ADDRESS;
}

/** Some proxies append the port too. */
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
/** What CDNs and CLDR say for "not known". */
const NOWHERE = ["XX", "ZZ"];

function countryCode(value: string): string | null {
  const code = value.toUpperCase();
  return /^[A-Z]{2}$/.test(code) && !NOWHERE.includes(code) && COUNTRIES.of(code) !== undefined ? code : null;
}

/** Proxies write UTF-8, and Node reads headers as Latin-1. */
function regionName(value: string): string | null {
  const name = Buffer.from(value, "latin1").toString("utf8");
  return /^[\p{L}\p{M}\p{N} .,'’()-]{1,80}$/u.test(name) ? name : null;
}
