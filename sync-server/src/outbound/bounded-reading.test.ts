/** Where strangers' bytes are fetched and parsed: in child programs with bounds, never in the serving process. */
import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";

const SRC = join(import.meta.dirname, "..");

/** What fetches or parses. A pattern is that of an imported module and names: "node:http request, Server". */
const READERS = {
  "fetches over HTTP": /^node:https? .*\b(?:request|get|Agent)\b/,
  "opens connections": /^node:(?:net|tls) .*\b(?:connect|createConnection|Socket|TLSSocket)\b(?! as type)/,
  decompresses: /^node:zlib .*(?:unzip|inflate|decompress)/i,
  "parses HTML": /^(?:htmlparser2|parse5|cheerio|linkedom) /,
  "repairs JSON": /^(?:jsonrepair|json5) /,
  "parses robots.txt": /robots-rules\.ts .*\b(?:robotsRules|mayFetch)\b|^robots-parser /,
  "decodes pictures": /^(?:decode-ico|file-type) |^sharp /,
} as const;

const OF_OTHERS = [
  "http/read-body.ts decompresses",
  "commands/restore.ts decodes pictures",
  "pictures/load-sharp.ts decodes pictures",
  "page/cache/rendered-page.ts decompresses",
];

const PROGRAMS: Record<string, string[]> = {
  "outbound/outbound-process.ts": ["decompresses", "fetches over HTTP", "opens connections"],
  "links/details/page-reader-process.ts": ["parses HTML", "parses robots.txt"],
  "pictures/encode-process.ts": ["decodes pictures"],
};

test("The serving process neither fetches nor parses what strangers' sites send", () => {
  expect(readersFrom("main.ts").filter((place) => !OF_OTHERS.includes(place))).toEqual([]);
});

test.each(Object.entries(PROGRAMS))("The program %s does: %j", (entry, does) => {
  const found = readersFrom(entry).map((place) => place.slice(place.indexOf(" ") + 1));
  expect([...new Set(found)].toSorted()).toEqual(expect.arrayContaining(does));
});

function readersFrom(entry: string): string[] {
  const seen = new Set([entry]);
  const places: string[] = [];
  for (const file of seen) {
    for (const { module, names } of importsOf(readFileSync(join(SRC, file), "utf8"))) {
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
