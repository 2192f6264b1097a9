/** Looked for in node_modules at run time; everything else is bundled. */

export const NATIVE_MODULES = ["@napi-rs/canvas", "better-sqlite3", "sharp"];

/** Files that are read by name: fonts, drawings, the countries of addresses. */
export const FILE_PACKAGES = [
  "@fontsource-variable/inter",
  "@fontsource-variable/noto-sans-arabic",
  "@fontsource-variable/noto-sans-hebrew",
  ...["jp", "kr", "sc", "thai", "devanagari"].map((name) => `@fontsource-variable/noto-sans-${name}`),
  "@iconify-json/fluent-emoji-flat",
  "@ip-location-db/geo-whois-asn-country-mmdb",
];
