import { DIRECT_VALUE } from "@shelv/contract/analytics-dimensions";
import { parse } from "tldts";
import knownSources from "./known-sources.json" with { type: "json" };

/**
 * By host, by registrable domain, by "name.*" for all public suffixes, or by an Android app's package. The
 * list is closed: no visitor can add a name.
 */
const NAMES = new Map(
  Object.entries(knownSources).flatMap(([name, hosts]) => hosts.map((host) => [host, name] as const)),
);

const VALUE_MAX_LENGTH = 100;

export const isKnownSource = (referrer: string): boolean =>
  referrer === DIRECT_VALUE || referrer in knownSources;

/**
 * A known source's name, else the registrable domain or an app's package; `DIRECT_VALUE` for the page's own
 * host, and for no address. Takes a URL or a host; reads only the host.
 */
export function referrerOf(referrer: string | undefined, ownHost: string | undefined): string {
  const text = referrer?.trim() ?? "";
  if (text === "") return DIRECT_VALUE;
  const [, app] = ANDROID_APP.exec(text) ?? [];
  if (app !== undefined) return appNamed(app.toLowerCase());
  const host = hostIn(text);
  if (host === null || host === hostIn(ownHost ?? "")) return DIRECT_VALUE;
  const named = NAMES.get(host);
  if (named !== undefined) return named;
  const { domain, domainWithoutSuffix, isIp } = parse(host, { allowPrivateDomains: true });
  if (domain === null) return isIp ? host : DIRECT_VALUE;
  const name = NAMES.get(domain) ?? NAMES.get(`${domainWithoutSuffix}.*`);
  return name ?? domain.slice(0, VALUE_MAX_LENGTH);
}

/** An Android app's address is its package, which is no domain: the last part is the most particular. */
const ANDROID_APP = /^android-app:\/\/([^/?#]*)/i;
const PACKAGE = /^[a-z]\w*(?:\.[a-z]\w*)+$/;

const appNamed = (name: string): string =>
  NAMES.get(name) ?? (PACKAGE.test(name) ? name.slice(0, VALUE_MAX_LENGTH) : DIRECT_VALUE);

function hostIn(text: string): string | null {
  const url = URL.parse(text.includes("://") ? text : `https://${text}`);
  return url === null || url.hostname === "" ? null : url.hostname.toLowerCase().replace(/^www\./, "");
}

/** In lower case, so that "Instagram" and "instagram" are one; null if it is empty. */
export function utmValue(text: string | undefined): string | null {
  const value = (text ?? "")
    .replaceAll(/[\p{C}\s]+/gu, " ")
    .trim()
    .toLowerCase()
    .slice(0, VALUE_MAX_LENGTH);
  return value === "" ? null : value;
}
