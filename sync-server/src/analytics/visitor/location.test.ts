import { expect, test } from "vitest";
import { countryOf, locationName } from "./location.ts";

test.each([
  ["133.11.0.1", "JP"],
  ["200.160.2.3", "BR"],
  ["212.27.48.10", "FR"],
  ["2a01:4f8::1", "DE"],
  ["2804:14c::1", "BR"],
])("%s is in %s", async (address, country) => {
  expect(await countryOf(address)).toBe(country);
});

test.each([
  "127.0.0.1",
  "10.1.2.3",
  "192.168.0.1",
  "172.20.0.1",
  "169.254.1.1",
  "100.64.0.1",
  "0.0.0.0",
  "224.0.0.1",
  "::1",
  "::",
  "fe80::1",
  "fd00::1",
  "2001:db8::1",
  "nowhere",
  "",
])("%j is in no country", async (address) => {
  expect(await countryOf(address)).toBeNull();
});

test.each([
  ["JP", null, "Japan"],
  ["DE", "Bavaria", "Bavaria, Germany"],
  ["GB", null, "United Kingdom"],
  ["XX", null, null],
  ["ZZ", "Somewhere", null],
  ["T1", null, null],
  ["Japan", null, null],
  [null, null, null],
])("%j with region %j is %j", (country, region, text) => {
  expect(locationName({ country, region })).toBe(text);
});
