import { existsSync, globSync, readFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const README_MAX_LINES = 150;
const GLOSSARY_MAX_ENTRIES = 40;
const DECISIONS_MAX = 40;

const read = (file: string) => readFileSync(join(ROOT, file), "utf8");
const withoutFences = (text: string) => text.replaceAll(/^```[^]*?^```/gm, "");

// `**` passes over folders whose names begin with a dot.
const filesLike = (patterns: string[]) =>
  globSync(patterns, {
    cwd: ROOT,
    exclude: (name) => /(?:^|\/)(?:node_modules|dist|data|test-results)$/.test(name),
  }).map((file) => file.replaceAll("\\", "/"));
const pages = filesLike(["**/*.md", ".github/**/*.md"]);
const texts = new Map(pages.map((file) => [file, withoutFences(read(file))]));

/** `[text](target)` without the part after `#`, inside the repository. */
function linksIn(text: string): string[] {
  return [...text.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, target = ""]) => {
    const [path = ""] = target.split("#", 1);
    return path === "" || /^[a-z]+:/i.test(path) ? [] : [path];
  });
}

const pathsIn = (text: string): string[] =>
  [...text.matchAll(/`((?:web|sync-server|packages|\.github)\/[\w./*@-]+)`/g)].map(([, path = ""]) => path);

const bareNamesIn = (text: string): string[] =>
  [...text.matchAll(/`([a-z\d][\w.-]*\.(?:tsx?|mjs|css))`/g)].map(([, name = ""]) => name);

/** In lines that are comments, with or without their folders. */
const filesNamedIn = (code: string): string[] =>
  (code.match(/^\s*(?:\/?\*|\/\/).*$/gm) ?? []).flatMap(
    (line) => line.match(/(?<![\w./*-])\w[\w./-]*\.(?:tsx?|css|md)\b/g) ?? [],
  );

const isThere = (path: string) =>
  path.includes("*") ? globSync(path, { cwd: ROOT }).length > 0 : existsSync(join(ROOT, path));

describe("The documentation", () => {
  test(`The README has at most ${README_MAX_LINES} lines`, () => {
    expect(read("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(README_MAX_LINES);
  });

  test(`The glossary has at most ${GLOSSARY_MAX_ENTRIES} entries`, () => {
    const rows = read("web/docs/glossary.md").match(/^\| /gm) ?? [];
    const [, ...entries] = rows;
    expect(entries.length).toBeGreaterThan(0);
    expect(entries.length).toBeLessThanOrEqual(GLOSSARY_MAX_ENTRIES);
  });

  test("Every relative link leads to a file", () => {
    const links = pages.flatMap((page) => linksIn(texts.get(page) ?? "").map((to) => ({ page, to })));
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(({ page, to }) => !existsSync(join(ROOT, dirname(page), to)))).toEqual([]);
  });

  test("Every path of the repository that is named in code exists", () => {
    const paths = pages.flatMap((page) => pathsIn(texts.get(page) ?? "").map((path) => ({ page, path })));
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter(({ path }) => !isThere(path))).toEqual([]);
  });

  test("Every file that CONTRIBUTING names without its folder exists", () => {
    const names = bareNamesIn(texts.get(".github/CONTRIBUTING.md") ?? "");
    const files = new Set(filesLike(["**/*.{ts,tsx,mjs,css}"]).map((file) => basename(file)));
    expect(names.length).toBeGreaterThan(10);
    expect(names.filter((name) => !files.has(name))).toEqual([]);
  });

  test("Every source file and page that a comment names exists", () => {
    const sources = filesLike(["**/*.{ts,tsx,css}"]);
    const endings = new Set(
      [...sources, ...pages].flatMap((file) =>
        file.split("/").map((_, at, parts) => parts.slice(at).join("/")),
      ),
    );
    const named = sources.flatMap((file) => filesNamedIn(read(file)).map((path) => ({ file, path })));
    expect(named.length).toBeGreaterThan(0);
    expect(named.filter(({ path }) => !endings.has(path))).toEqual([]);
  });

  test(`There are at most ${DECISIONS_MAX} decisions, and their index lists each once`, () => {
    const decisions = pages.filter((page) => dirname(page).endsWith("docs/decisions"));
    const listed = linksIn(texts.get(".github/DECISIONS.md") ?? "").map((to) => join(".github", to));
    expect(listed.toSorted()).toEqual(decisions.toSorted());
    expect(decisions.length).toBeLessThanOrEqual(DECISIONS_MAX);
  });

  test("The operator's table of sweeps lists every job", () => {
    const jobs = [...read("sync-server/src/housekeeping.ts").matchAll(/name: "([^"]+)"/g)];
    expect(jobs.length).toBeGreaterThan(10);
    const sweeps = read("sync-server/docs/operations.md").split("## Sweeps")[1] ?? "";
    expect(jobs.flatMap(([, name = ""]) => (sweeps.includes(`| ${name} |`) ? [] : [name]))).toEqual([]);
  });
});
