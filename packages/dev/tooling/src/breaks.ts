/*
 * Mutation testing by sample: applies small breaks to product code, one at a time, and reports which ones the
 * nearest tests (`testsOf`) catch. `--root` measures another worktree; the break is written into its files
 * and reverted afterwards.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { appendFileSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { type ESTree, parseSync } from "vite";

type Node = { type: string; start: number; end: number } & Record<string, unknown>;
interface Break {
  file: string;
  start: number;
  end: number;
  after: string;
}

interface Outcome {
  result: "caught" | "survived" | "timeout" | "untested";
  /** The first test that failed. */
  failed?: string | undefined;
}

const { values: options } = parseArgs({
  options: {
    seed: { type: "string", default: "1" },
    first: { type: "string", default: "0" },
    last: { type: "string", default: "299" },
    root: { type: "string", default: join(import.meta.dirname, "../../../..") },
    out: { type: "string", default: "test-results/breaks.jsonl" },
    maxTestFiles: { type: "string", default: "12" },
    timeoutSeconds: { type: "string", default: "180" },
  },
});
const root = resolve(options.root);
const out = resolve(options.out);

const OPERATORS: Record<string, string> = {
  "===": "!==",
  "!==": "===",
  "<": "<=",
  "<=": "<",
  ">": ">=",
  ">=": ">",
  "&&": "||",
  "||": "&&",
  "+": "-",
  "-": "+",
};
const NOT_PRODUCT = /\.test\.|\.d\.ts$|\/(?:testing|fixtures|migrations)\//;
/** They start servers, browsers or thousands of cases. */
const SLOW_TEST = /\.long\.|\/postgres\/|^packages\/dev\/|^sync-server\/(?:bench|processes)\//;
const LOG_CALL = /^(?:console|log|logger)\b|\.log\b/;

const SOURCES = ["packages/*", "packages/dev/*", "sync-server", "web"].map(
  (folder) => `${folder}/**/*.{ts,tsx}`,
);
const sources = globSync(SOURCES, { cwd: root, exclude: ["**/node_modules/**", "**/dist/**"] }).toSorted();
const known = new Set(sources);
const product = sources.filter(
  (file) => /^(?:sync-server|web|packages\/(?!dev\/)[^/]+)\/src\//.test(file) && !NOT_PRODUCT.test(file),
);

let original: { path: string; text: string } | undefined;
let tests: ChildProcess | undefined;
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const)
  process.once(signal, () => {
    stopTests();
    restore();
    process.exit(1);
  });

const importers = findImporters();
const sample = shuffle(product.flatMap(findBreaks), Number(options.seed));
mkdirSync(dirname(out), { recursive: true });
const done = existsSync(out) ? readFileSync(out, "utf8").split("\n").filter(Boolean) : [];
const measured = new Set(done.map((line) => (JSON.parse(line) as { index: number }).index));
for (let index = Number(options.first); index <= Number(options.last); index++) {
  const sampled = sample[index];
  if (sampled === undefined || measured.has(index)) continue;
  const line = JSON.stringify({ index, ...(await measure(sampled)) });
  appendFileSync(out, `${line}\n`);
  console.log(line);
}

async function measure({ file, start, end, after }: Break) {
  const startedAt = Date.now();
  const path = join(root, file);
  const text = readFileSync(path, "utf8");
  const files = testsOf(file);
  try {
    original = { path, text };
    writeFileSync(path, text.slice(0, start) + after + text.slice(end));
    const outcome: Outcome = files.length === 0 ? { result: "untested" } : await runTests(files);
    const line = text.slice(0, start).split("\n").length;
    const seconds = Math.round((Date.now() - startedAt) / 1000);
    return { ...outcome, at: `${file}:${line}`, before: text.slice(start, end), after, seconds, files };
  } finally {
    restore();
  }
}

function restore(): void {
  if (original !== undefined) writeFileSync(original.path, original.text);
  original = undefined;
}

function runTests(files: readonly string[]): Promise<Outcome> {
  const config = ["--config", "packages/dev/tooling/vitest.config.ts", "--mode", "main"];
  const run = ["run", ...config, "--bail=1", "--maxWorkers=1", "--reporter=dot", "--passWithNoTests"];
  const child = spawn("node_modules/.bin/node", ["node_modules/vitest/vitest.mjs", ...run, ...files], {
    cwd: root,
    detached: true,
    env: { ...process.env, NO_COLOR: "1" },
    stdio: ["ignore", "ignore", "pipe"],
  });
  tests = child;
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => (errors += text));
  return new Promise((report, fail) => {
    let isLate = false;
    const timer = setTimeout(
      () => {
        isLate = true;
        stopTests();
      },
      Number(options.timeoutSeconds) * 1000,
    );
    child.once("error", fail);
    child.once("close", (code) => {
      clearTimeout(timer);
      tests = undefined;
      const result = isLate ? "timeout" : code === 0 ? "survived" : "caught";
      report({ result, failed: /^ FAIL +(.*)$/m.exec(errors)?.[1] });
    });
  });
}

/** Vitest's workers are in its process group. */
function stopTests(): void {
  if (tests?.pid !== undefined) process.kill(-tests.pid, "SIGKILL");
}

/** Nearest first: the file's own test, those that import it, those of its folder, those one import further. */
function testsOf(file: string): string[] {
  const direct = importers.get(file) ?? [];
  const beside = sources.filter((other) => dirname(other) === dirname(file));
  const further = direct.flatMap((importer) => importers.get(importer) ?? []);
  const own = beside.filter((other) => other.startsWith(`${file.replace(/\.tsx?$/, "")}.`));
  const files = [...own, ...direct, ...beside, ...further].filter(
    (other) => /\.test\.tsx?$/.test(other) && !SLOW_TEST.test(other),
  );
  return [...new Set(files)].slice(0, Number(options.maxTestFiles));
}

function findImporters(): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const file of sources) {
    const text = readFileSync(join(root, file), "utf8");
    for (const [, specifier = ""] of text.matchAll(/(?:from|import\(|import) ?"([^"]+)"/g)) {
      const imported = resolveImport(file, specifier);
      if (imported !== undefined) found.set(imported, [...(found.get(imported) ?? []), file]);
    }
  }
  return found;
}

function resolveImport(file: string, specifier: string): string | undefined {
  const workspace = /^(?:packages\/(?:dev\/)?)?[^/]+/.exec(file)?.[0] ?? "";
  const path = specifier.startsWith("./")
    ? join(dirname(file), specifier)
    : specifier.replace(/^#/, `${workspace}/src/`).replace(/^@shelv\/([^/]+)/, "packages/$1/src");
  return [path, `${path}.ts`, `${path}.tsx`].find((candidate) => known.has(candidate));
}

function findBreaks(file: string): Break[] {
  const text = readFileSync(join(root, file), "utf8");
  const breaks: Break[] = [];
  const add = ({ start, end }: { start: number; end: number }, after: string) =>
    breaks.push({ file, start, end, after });
  const { program } = parseSync(file, text);
  visit(program, (node) => {
    const source = text.slice(node.start, node.end);
    if (node.type === "CallExpression" && LOG_CALL.test(source)) return false;
    if (/^(?:Import|ExportAll|TS(?!As|NonNull|Satisfies)|JSXAttribute)/.test(node.type))
      return isExpressionIn(node);
    const after = breakOf(node as unknown as ESTree.Node, text);
    const isText = node.type === "Literal" && file.startsWith("web/src/words/");
    if (after !== undefined && !isText) add(...after);
    return true;
  });
  return breaks;
}

/** `onClick={…}` has code; `className="…"` and types have none. */
function isExpressionIn(node: Node): boolean {
  return (
    node.type === "ImportExpression" ||
    (node.type === "JSXAttribute" && (node.value as Node | null)?.type === "JSXExpressionContainer")
  );
}

function breakOf(node: ESTree.Node, text: string): [{ start: number; end: number }, string] | undefined {
  const source = (part: { start: number; end: number }) => text.slice(part.start, part.end);
  switch (node.type) {
    case "BinaryExpression":
    case "LogicalExpression": {
      const after = OPERATORS[node.operator];
      const between = { start: node.left.end, end: node.right.start };
      return after === undefined ? undefined : [between, source(between).replace(node.operator, after)];
    }
    case "IfStatement":
    case "ConditionalExpression":
      return [node.test, `!(${source(node.test)})`];
    case "ReturnStatement":
      return node.argument === null ? [node, ";"] : undefined;
    case "FunctionDeclaration":
    case "FunctionExpression":
    case "ArrowFunctionExpression": {
      const { body } = node;
      const isVoid =
        body?.type === "BlockStatement" &&
        body.body.length > 0 &&
        !/\breturn\b[^;]|\byield\b/.test(source(body));
      return isVoid ? [body, "{}"] : undefined;
    }
    case "Literal":
      if (typeof node.value === "boolean") return [node, String(!node.value)];
      if (typeof node.value === "number") return [node, String(node.value + 1)];
      // A text with a space is shown or logged.
      return typeof node.value === "string" && /^\S+$/.test(node.value) ? [node, '""'] : undefined;
    default:
      return undefined;
  }
}

function visit(value: unknown, enter: (node: Node) => boolean): void {
  if (Array.isArray(value)) for (const part of value) visit(part, enter);
  if (typeof value !== "object" || value === null || !("type" in value)) return;
  const node = value as Node;
  if (!enter(node)) return;
  for (const [name, part] of Object.entries(node))
    if (!(name === "key" && node.computed === false) && name !== "source") visit(part, enter);
}

/** Fisher-Yates, with mulberry32 as the generator: a shorter sample is the beginning of a longer one. */
function shuffle(breaks: Break[], seed: number): Break[] {
  let state = seed;
  const random = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  for (let index = breaks.length - 1; index > 0; index--) {
    const other = Math.floor(random() * (index + 1));
    const [current, drawn] = [breaks[index], breaks[other]];
    if (current === undefined || drawn === undefined) continue;
    breaks[index] = drawn;
    breaks[other] = current;
  }
  return breaks;
}
