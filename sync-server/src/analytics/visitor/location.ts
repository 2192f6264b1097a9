/**
 * Locations come from a database in an npm package, without a network request. It loads with the first
 * visitor.
 */
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { isIP } from "node:net";
import { Reader, type Response } from "mmdb-lib";
import type { Location } from "#http/hosts/client-address";
import { Networks } from "#http/hosts/networks";

const DATABASE = "@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb";

/** IANA's special-purpose networks, some of which have a country in the database. */
const NOWHERE = new Networks([
  "private",
  "loopback",
  "0.0.0.0/8",
  "100.64.0.0/10",
  "169.254.0.0/16",
  "192.0.0.0/24",
  "192.0.2.0/24",
  "198.18.0.0/15",
  "198.51.100.0/24",
  "203.0.113.0/24",
  "224.0.0.0/3",
  "::",
  "100::/64",
  "2001:db8::/32",
  "fe80::/10",
  "ff00::/8",
]);

let loading: Promise<Reader<Response>> | null = null;

export async function countryOf(address: string): Promise<string | null> {
  if (isIP(address) === 0 || NOWHERE.includes(address)) return null;
  loading ??= load();
  const found = (await loading).get(address) as { country_code?: string } | null;
  return found?.country_code ?? null;
}

async function load(): Promise<Reader<Response>> {
  return new Reader(await readFile(createRequire(import.meta.url).resolve(DATABASE)));
}

const names = new Intl.DisplayNames("en", { type: "region", fallback: "none" });

export function locationName({ country, region }: Location): string | null {
  // ZZ is unknown; `of` throws for anything but two letters.
  const name = country !== null && /^(?!ZZ)[A-Z]{2}$/.test(country) ? names.of(country) : undefined;
  if (name === undefined) return null;
  return region === null ? name : `${region}, ${name}`;
}
