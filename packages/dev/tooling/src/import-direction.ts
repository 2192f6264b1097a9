/*
 * The architecture as a table of allowed imports, checked by the linter. A folder that is in no table may not
 * be imported from.
 */
import { relative, sep } from "node:path";

interface RuleContext {
  readonly cwd: string;
  readonly filename: string;
  report(problem: { message: string; node: ImportNode }): void;
}
interface ImportNode {
  readonly source: { readonly value?: unknown } | null;
}

const importDirection = {
  create(context: RuleContext) {
    const file = relative(context.cwd, context.filename).split(sep).join("/");
    const check = (node: ImportNode) => {
      const specifier = node.source?.value;
      if (typeof specifier !== "string") return;
      const message = refuseImport(file, specifier);
      if (message !== undefined) context.report({ message, node });
    };
    return {
      ImportDeclaration: check,
      ImportExpression: check,
      TSImportType: check,
      ExportNamedDeclaration: check,
      ExportAllDeclaration: check,
    };
  },
};

export default { meta: { name: "shelv" }, rules: { "import-direction": importDirection } };

/**
 * Workspaces that each workspace may import, by short names. All others (simulator, tooling) may import
 * anything.
 */
const WORKSPACES: Record<string, readonly string[]> = {
  contract: [],
  mutators: ["contract"],
  "public-page": ["contract"],
  web: ["contract", "mutators", "public-page"],
  "sync-server": ["contract", "mutators", "public-page"],
};

/** From the bottom up. A folder imports its own level (unless in `NO_SIBLING_IMPORTS`) and those below. */
const WEB_LEVELS: readonly (readonly string[])[] = [
  ["boot", "platform"],
  ["api", "pictures"],
  ["local-store"],
  ["words"],
  ["accounts"],
  ["outbox"],
  ["sync"],
  ["ui"],
  ["session"],
  ["navigation"],
  ["domain"],
  ["service-worker", "features"],
  ["routes", "manifest"],
];

/**
 * From the bottom up. Folders of one floor do not import each other, tests aside. A low floor declares what
 * it needs of a higher one, and `app.ts` plugs it in. What is not listed (`app.ts` and files beside it,
 * `testing`) may import anything, and no floor may import it.
 */
const SERVER_FLOORS: readonly (readonly string[])[] = [
  ["platform"],
  ["database"],
  ["jobs"],
  ["http"],
  ["bus", "outbound"],
  ["shelves"],
  ["analytics", "pictures"],
  ["links", "domains"],
  ["page"],
  ["mail"],
  ["sign-in"],
  ["accounts"],
  ["settings"],
  ["data-folder"],
  ["routes", "commands", "web-app"],
];

const UI_MAY_IMPORT: readonly string[] = ["boot", "platform", "ui", "words"];

/** Screens read by `useLiveQuery` and `readStore`: the store's handle is hidden from them, tests aside. */
const NO_STORE_HANDLE: readonly string[] = ["domain", "features"];
const STORE_HANDLE = /^#(local-store\/boot\/|accounts\/open-store$)/;

const NO_SIBLING_IMPORTS: readonly string[] = ["api", "pictures", "service-worker", "features"];

const CONTRACT_MAY_USE = /^valibot$/;

const TEST_FILE = /\.test\.tsx?$/;

function refuseImport(file: string, specifier: string): string | undefined {
  if (specifier.startsWith("../")) return "Inside a folder import ./x, across folders #folder/x, never ../";
  const workspace = /^(?:packages\/)?([^/]+)\//.exec(file)?.[1] ?? "";
  const mayImport = WORKSPACES[workspace];
  if (mayImport === undefined) return undefined;

  const target = workspaceOf(specifier);
  if (target !== undefined && target !== workspace && !mayImport.includes(target)) {
    return `${workspace} may not import ${target}: it may import ${mayImport.join(", ") || "no other workspace"}`;
  }
  if (
    workspace === "contract" &&
    !TEST_FILE.test(file) &&
    !/^[.#]/.test(specifier) &&
    !CONTRACT_MAY_USE.test(specifier)
  ) {
    return `contract imports nothing but valibot, not ${specifier}`;
  }
  if (workspace === "web") return refuseWithinWeb(file, specifier);
  return workspace === "sync-server" ? refuseWithinServer(file, specifier) : undefined;
}

function workspaceOf(specifier: string): string | undefined {
  return /^(?:@shelv\/([^/]+)|(web|sync-server))(?:\/|$)/.exec(specifier)?.slice(1).find(Boolean);
}

function refuseWithinWeb(file: string, specifier: string): string | undefined {
  const from = /^web\/src\/([^/]+)\/(?:([^/]+)\/)?/.exec(file);
  const to = /^#([^/]+)\/(?:([^/]+)\/)?/.exec(specifier);
  if (from === null || to === null) return undefined;
  const [, fromFolder = "", fromFeature] = from;
  const [, toFolder = "", toFeature] = to;

  const fromLevel = levelOf(fromFolder);
  const toLevel = levelOf(toFolder);
  const unplaced = [fromFolder, toFolder].find((folder) => levelOf(folder) === -1);
  if (unplaced !== undefined) return `web/src/${unplaced} has no place in import-direction.ts yet`;
  if (fromFolder === "features" && toFolder === "features") {
    return fromFeature === toFeature
      ? undefined
      : `Features don't know each other: ${fromFeature} may not import ${toFeature}`;
  }
  if (fromFolder === "ui" && !UI_MAY_IMPORT.includes(toFolder)) {
    return `ui may not import ${toFolder}: it may import ${UI_MAY_IMPORT.join(", ")}`;
  }
  if (NO_STORE_HANDLE.includes(fromFolder) && STORE_HANDLE.test(specifier) && !TEST_FILE.test(file)) {
    return `${fromFolder} may not import ${specifier}: it reads by useLiveQuery and readStore`;
  }
  if (fromFolder === toFolder || toLevel < fromLevel) return undefined;
  if (toLevel === fromLevel && !NO_SIBLING_IMPORTS.includes(fromFolder)) return undefined;
  return `${fromFolder} may not import ${toFolder}: the direction is ${WEB_LEVELS.map((level) => level.join("|")).join(" ← ")}`;
}

function refuseWithinServer(file: string, specifier: string): string | undefined {
  const from = /^sync-server\/src\/([^/.]+)/.exec(file)?.[1];
  const isLoose = !/^sync-server\/src\/[^/]+\//.test(file);
  const to = (isLoose ? /^(?:#|\.\/)([^/.]+)/ : /^#([^/.]+)/).exec(specifier)?.[1];
  if (from === undefined || to === undefined || from === to || TEST_FILE.test(file)) return undefined;
  const [fromFloor, toFloor] = [floorOf(from), floorOf(to)];
  if (fromFloor === -1 || (toFloor !== -1 && toFloor < fromFloor)) return undefined;
  return `${from} may not import ${to}: the floors are ${SERVER_FLOORS.map((floor) => floor.join("|")).join(" ← ")}`;
}

function floorOf(folder: string): number {
  return SERVER_FLOORS.findIndex((floor) => floor.includes(folder));
}

function levelOf(folder: string): number {
  return WEB_LEVELS.findIndex((level) => level.includes(folder));
}
