export const DIRECT_VALUE = "direct";

type Declared = {
  /**
   * `source`: where the visitor comes from. Browsers choose this value freely. `visitor`: what the request
   * reveals, one of few values, which all rise with the page's views: a change is reported only if its share
   * changes.
   */
  of: "source" | "visitor";
  /** A change of one value, after "+40%". */
  changed: (value: string) => string;
};

/**
 * What visits are counted by. Stored days have the values in this order: append new dimensions.
 *
 * - `referrer`: "direct", an app ("Instagram"), or a registrable domain ("example.org")
 * - `country`: two letters
 * - `device`: "phone", "tablet", "desktop"
 * - `browser`: "Safari", or the app of an in-app browser ("Instagram app")
 */
export const DIMENSION = {
  referrer: {
    of: "source",
    changed: (value) => (value === DIRECT_VALUE ? "without a referrer" : `from ${value}`),
  },
  utm_source: { of: "source", changed: (value) => `from the source “${value}”` },
  utm_medium: { of: "source", changed: (value) => `from the medium “${value}”` },
  utm_campaign: { of: "source", changed: (value) => `from the campaign “${value}”` },
  country: { of: "visitor", changed: (value) => `from ${countryWords(value)}` },
  device: { of: "visitor", changed: (value) => (value === "desktop" ? "on desktops" : `on ${value}s`) },
  browser: { of: "visitor", changed: (value) => `in ${value.endsWith(" app") ? `the ${value}` : value}` },
} as const satisfies Record<string, Declared>;

export type Dimension = keyof typeof DIMENSION;
export const DIMENSIONS = Object.keys(DIMENSION) as Dimension[];

const countryWords = (code: string): string => {
  const names = new Intl.DisplayNames("en", { type: "region", fallback: "code" });
  return /^[A-Z]{2}$/.test(code) ? (names.of(code) ?? code) : code;
};
