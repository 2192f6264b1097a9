import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, delimiter, dirname, join, normalize } from "node:path";
import { afterAll, describe, expect, test } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
const RULE = "shelv(import-direction)";

type Case = readonly [file: string, specifier: string];

const FORBIDDEN: readonly Case[] = [
  ["packages/contract/src/rows/shelf.ts", "@shelv/mutators/changes/items"],
  ["packages/contract/src/rows/profile.ts", "@shelv/public-page/page.tsx"],
  ["packages/contract/src/values/id.ts", "uuid"],
  ["packages/contract/src/routes/items.ts", "../item"],
  ["packages/mutators/src/changes/items.ts", "@shelv/public-page/page.tsx"],
  ["packages/mutators/src/changes/shelves.ts", "web/words/errors"],
  ["packages/public-page/src/page.tsx", "@shelv/mutators/changes/items"],
  ["packages/public-page/src/shelf.tsx", "sync-server/main"],
  ["web/src/main.tsx", "sync-server/main"],
  ["web/src/routes/shelves.tsx", "@shelv/simulator/world"],
  ["sync-server/src/main.ts", "web/words/errors"],
  ["sync-server/src/boot.ts", "@shelv/tooling/verify"],
  ["web/src/local-store/open.ts", "#outbox/mutate"],
  ["web/src/local-store/boot/lazy-store.ts", "#accounts/current-account"],
  ["web/src/local-store/live-query/live-query.ts", "#ui/toast"],
  ["web/src/accounts/account-lifecycle.ts", "#ui/toast"],
  ["web/src/outbox/mutate.ts", "#ui/toast"],
  ["web/src/sync/schedule/sync-loop.ts", "#ui/loading/reload"],
  ["web/src/sync/push.ts", "#session/owner-context.tsx"],
  ["web/src/outbox/mutate.ts", "#session/owner-context.tsx"],
  ["web/src/session/owner-context.tsx", "#domain/items/open-item"],
  ["web/src/ui/forms/text-field.tsx", "#session/owner-context.tsx"],
  ["web/src/boot/first-screen.ts", "#ui/toast"],
  ["web/src/ui/button.tsx", "#features/items/item-dialog.tsx"],
  ["web/src/api/client.ts", "#sync/sync-loop"],
  ["web/src/outbox/mutate.ts", "#sync/sync-loop"],
  ["web/src/sync/schedule/sync-loop.ts", "#features/items/item-dialog.tsx"],
  ["web/src/sync/push.ts", "#service-worker/routing"],
  ["web/src/sync/push.ts", "#domain/items/item-dialog.tsx"],
  ["web/src/ui/forms/text-field.tsx", "#local-store/queries"],
  ["web/src/ui/forms/choice.tsx", "#api/call"],
  ["web/src/platform/wait.ts", "#words/errors"],
  ["web/src/navigation/history-stack.ts", "#domain/items/open-item"],
  ["web/src/domain/items/item-dialog.tsx", "#features/items/items-page.tsx"],
  ["web/src/features/items/item-dialog.tsx", "#features/shelves/shelf-list.tsx"],
  ["web/src/features/items/item-row.tsx", "#routes/items"],
  ["web/src/features/items/items-page.tsx", "#service-worker/routing"],
  ["web/src/service-worker/service-worker.ts", "#features/items/item-dialog.tsx"],
  ["web/src/features/dashboard/dashboard-page.tsx", "#local-store/boot/lazy-store"],
  ["web/src/domain/page-preview/page-frame.tsx", "#local-store/boot/store-context"],
  ["web/src/features/offline-own-page/find-own-page.ts", "#accounts/open-store"],
  ["web/src/unplaced/thing.ts", "#words/errors"],
  ["sync-server/src/database/open-database.ts", "#jobs/job-runner"],
  ["sync-server/src/http/bind-route.ts", "#sign-in/sessions"],
  ["sync-server/src/shelves/mutate/apply-mutations.ts", "#page/cache/page-cache"],
  ["sync-server/src/domains/check-domain.ts", "#links/jobs/link-rows"],
  ["sync-server/src/page/read-page.ts", "#settings"],
  ["sync-server/src/accounts/delete-account.ts", "#app"],
  ["sync-server/src/routes/user-routes.ts", "#testing/browser"],
];

const ALLOWED: readonly Case[] = [
  ["packages/contract/src/rows/item.ts", "valibot"],
  ["packages/contract/src/routes/shelves.ts", "#shelf"],
  ["packages/contract/src/rows/item.test.ts", "fast-check"],
  ["packages/mutators/src/changes/profile.ts", "@shelv/contract/rows/profile"],
  ["packages/public-page/src/item.tsx", "@shelv/contract/rows/item"],
  ["packages/dev/simulator/src/world.ts", "sync-server/shelves/exchange"],
  ["sync-server/src/shelves/mutate/apply.ts", "@shelv/mutators/mutations"],
  ["sync-server/src/page/read-page.ts", "#database/find-user"],
  ["sync-server/src/app.ts", "./routes/user-routes.ts"],
  ["sync-server/src/database/health.test.ts", "#testing/open-test-server"],
  ["web/src/words/errors.ts", "#local-store/storage-errors"],
  ["web/src/outbox/send.ts", "#local-store/open"],
  ["web/src/accounts/open-store.ts", "#local-store/boot/lazy-store"],
  ["web/src/ui/feedback/toasts.tsx", "#platform/wait"],
  ["web/src/service-worker/routing.ts", "#sync/sync-loop"],
  ["web/src/session/owner-context.tsx", "#sync/sync-loop"],
  ["web/src/session/use-undoable.ts", "#ui/feedback/toast"],
  ["web/src/domain/items/form/item-form.tsx", "#session/owner-context.tsx"],
  ["web/src/features/shelves/shelf-list.tsx", "#outbox/mutate"],
  ["web/src/features/shelves/row/row.tsx", "#features/shelves/shelf-list.tsx"],
  ["web/src/features/items/items-page.tsx", "#domain/items/item-dialog.tsx"],
  ["web/src/domain/items/form/item-form.tsx", "#domain/drafts/use-form-draft"],
  ["web/src/ui/forms/emoji-picker.tsx", "#platform/use-after-first-frame"],
  ["web/src/routes/items.tsx", "#features/items/item-dialog.tsx"],
  ["web/src/boot.ts", "#routes/items"],
  ["web/src/domain/stats/figures.ts", "#local-store/readable-store"],
  ["web/src/features/offline-own-page/find-own-page.test.ts", "#accounts/open-store"],
  ["web/src/session/owner-context.tsx", "#local-store/boot/lazy-store"],
];

const folders: string[] = [];
afterAll(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "shelv-imports-"));
  folders.push(folder);
  return folder;
}

/** Runs oxlint with the repository's configuration on each case as a file; returns the reported cases. */
function lintAll(cases: readonly Case[]): Map<Case, string> {
  const folder = newFolder();
  const byFile = new Map<string, Case>();
  for (const [index, testCase] of cases.entries()) {
    const [file, specifier] = testCase;
    const path = join(dirname(file), `${index}-${basename(file)}`);
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), `export { thing } from ${JSON.stringify(specifier)};\n`);
    byFile.set(path, testCase);
  }
  return new Map(
    reportedIn(folder).flatMap(({ filename, message }) => {
      const testCase = byFile.get(normalize(filename));
      return testCase ? [[testCase, message] as const] : [];
    }),
  );
}

function reportedIn(folder: string, rule = RULE): { filename: string; message: string }[] {
  const oxlint = join(ROOT, "node_modules/oxlint/bin/oxlint");
  const config = join(ROOT, ".oxlintrc.json");
  const { diagnostics } = JSON.parse(
    run(process.execPath, [oxlint, "--config", config, "--format", "json", "."], folder),
  ) as {
    diagnostics: { code: string; filename: string; message: string }[];
  };
  return diagnostics.filter(({ code }) => code === rule);
}

/** oxlint exits with 1 when it reports something. */
function run(command: string, args: readonly string[], cwd: string): string {
  try {
    const PATH = [join(ROOT, "node_modules/.bin"), process.env["PATH"]].join(delimiter);
    return execFileSync(command, args, { cwd, encoding: "utf8", env: { ...process.env, PATH } });
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}

describe("the direction of imports", () => {
  const reported = lintAll([...FORBIDDEN, ...ALLOWED]);

  test.each(FORBIDDEN.map((testCase) => [...testCase, testCase] as const))(
    "%s may not import %s",
    (_, __, testCase) => {
      expect(reported.get(testCase)).toMatch(/may not|never|nothing but|no place/);
    },
  );

  test.each(ALLOWED.map((testCase) => [...testCase, testCase] as const))(
    "%s may import %s",
    (_, __, testCase) => {
      expect(reported.has(testCase)).toBe(false);
    },
  );

  test("every form of import is checked", () => {
    const ways = [
      'import "#sync/x";',
      'await import("#sync/x");',
      'export * from "#sync/x";',
      'export type X = import("#sync/x").X;',
    ];
    const folder = newFolder();
    mkdirSync(join(folder, "web/src/ui"), { recursive: true });
    ways.forEach((way, index) => writeFileSync(join(folder, `web/src/ui/way-${index}.ts`), way));
    expect(reportedIn(folder)).toHaveLength(ways.length);
  });
});

test("a cycle of type imports is reported", () => {
  const folder = newFolder();
  writeFileSync(join(folder, "a.ts"), 'import type { B } from "./b";\nexport type A = { b: B };\n');
  writeFileSync(join(folder, "b.ts"), 'import type { A } from "./a";\nexport type B = { a: A | null };\n');
  expect(reportedIn(folder, "import(no-cycle)")).toHaveLength(2);
});
