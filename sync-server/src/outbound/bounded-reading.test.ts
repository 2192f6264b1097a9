/** Strangers' bytes are fetched and parsed in child programs with bounds, never in the serving process. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..");

/** A pattern is that of an imported module and names: "node:http request, Server". */
const READERS = {
  "fetches over HTTP": /^node:https? .*\b(?:request|get|Agent)\b/,
  "opens connections": /^node:(?:net|tls) .*\b(?:connect|createConnection|Socket|TLSSocket)\b(?! as type)/,
  decompresses: /^node:zlib .*(?:unzip|inflate|decompress)/i,
  "parses HTML": /^(?:htmlparser2|parse5|cheerio|linkedom) /,
  "repairs JSON": /^(?:jsonrepair|json5) /,
  "parses robots.txt": /robots-rules\.ts .*\b(?:robotsRules|mayFetch)\b|^robots-parser /,
  "decodes pictures": /^(?:decode-ico|file-type) |^sharp |load-sharp\.ts /,
  "opens archives": /^(?:yauzl|fflate|jszip|unzipper) /,
  "parses CSS": /^(?:css-tree|postcss|@shelv\/public-page\/custom-css\/(?!types)[\w-]+) /,
  draws: /^@napi-rs\/canvas /,
} as const;
/** Needs no import. */
const GLOBAL_FETCH = /(?<![.\w]|async )fetch\(/;

/** What else the serving process reads in these ways, and whose it is. */
const OF_OTHERS: Record<string, string> = {
  "http/read-body.ts decompresses": "a request's body, up to the route's bound",
  "accounts/transfer/open-archive.ts opens archives":
    "an owner's export: bounded entries, directory and bytes",
  "commands/restore.ts decodes pictures": "the operator's backup",
  "commands/restore.ts opens archives": "the operator's backup",
  "page/cache/rendered-page.ts decompresses": "our own page",
  "page/cache/page-purger.ts fetches over HTTP": "the operator's CDN",
  "pictures/storage/s3-bucket.ts fetches over HTTP": "the operator's bucket",
  "sign-in/provider-client.ts fetches over HTTP": "the operator's sign-in providers, up to 256 kB an answer",
  "pictures/load-sharp.ts decodes pictures": "for the next two",
  "pictures/store-picture.ts decodes pictures": "the size of what the encoding program has written",
  "mail/digest/mail-pictures.ts decodes pictures": "what the encoding program has written, and our drawings",
};

const PROGRAMS: Record<string, string[]> = {
  "outbound/outbound-process.ts": ["decompresses", "fetches over HTTP", "opens connections"],
  "links/details/page-reader-process.ts": ["parses HTML", "parses robots.txt"],
  "pictures/encode-process.ts": ["decodes pictures"],
  "page/custom-css/css-process.ts": ["parses CSS"],
  "page/og-image/og-image-process.ts": ["draws"],
};

test("The serving process neither fetches nor parses what strangers' sites send", () => {
  expect([...new Set(readersFrom("main.ts"))].toSorted()).toEqual(Object.keys(OF_OTHERS).toSorted());
});

test.each(Object.entries(PROGRAMS))("The program %s does: %j", (entry, does) => {
  const found = readersFrom(entry).map((place) => place.slice(place.indexOf(" ") + 1));
  expect([...new Set(found)].toSorted()).toEqual(expect.arrayContaining(does));
});

function readersFrom(entry: string): string[] {
  const seen = new Set([entry]);
  const places: string[] = [];
  for (const file of seen) {
    const source = readFileSync(join(SRC, file), "utf8");
    if (GLOBAL_FETCH.test(source)) places.push(`${file} fetches over HTTP`);
    for (const { module, names } of importsOf(source)) {
      const loaded = fileOf(module, file);
      for (const [what, pattern] of Object.entries(READERS))
        if (pattern.test(`${loaded ?? module} ${names}`)) places.push(`${file} ${what}`);
      if (loaded !== null) seen.add(loaded);
    }
  }
  return places;
}

function importsOf(source: string): { module: string; names: string }[] {
  const found = source.matchAll(
    /^(?:import|export) (?!type\b)([^"';]*?)\s*(?:from )?"([^"]+)"|import\("([^"]+)"\)/gm,
  );
  return [...found].flatMap(([, clause = "", module, loaded]) => {
    const names = clause.replaceAll(/\btype \w+,?/g, "");
    const isOnlyTypes = clause.includes("type ") && !/\w/.test(names.replaceAll(/[{},\s]|from/g, ""));
    return isOnlyTypes ? [] : [{ module: module ?? loaded ?? "", names: names.replaceAll(/\s+/g, " ") }];
  });
}

function fileOf(module: string, from: string): string | null {
  const path = module.startsWith("#")
    ? module.slice(1)
    : module.startsWith(".")
      ? join(dirname(from), module)
      : null;
  if (path === null) return null;
  return [path, `${path}.ts`].find((one) => /\.tsx?$/.test(one) && existsSync(join(SRC, one))) ?? null;
}
