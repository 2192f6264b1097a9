import { Refusal } from "@shelv/contract/refusal";
import { accountRoutes, planRoutes } from "@shelv/contract/routes/account";
import { limitsAt, planAt } from "@shelv/contract/rows/plan";
import { deleteAccount, type DeletionDeps } from "#accounts/delete-account";
import {
  checkSessionCode,
  confirmExport,
  mustBeConfirmed,
  sendSessionCode,
  type CodeDeps,
} from "#accounts/session-code";
import { type Api, bindRoute } from "#http/bind-route";
import { REFUND_UNREACHED_MAIL } from "#mail/send-code-mail";
import type { Cookies } from "#sign-in/cookies";
import type { Database } from "#database/open-database";
import type { AccountRules } from "#shelves/refresh-account";
import { exportZip, type ExportDeps } from "#accounts/transfer/export-zip";
import { importAccount, type ImportDeps } from "#accounts/transfer/import-account";
import { writeTemporaryFile } from "#accounts/transfer/temporary-file";
import { mustBeEmpty, undoAbandonedImport } from "#accounts/transfer/write-import";
import { readSingle } from "#database/rows/read-owner";
import { applyAtOnce, type WriteDeps } from "#shelves/mutate/apply-mutations";
import { mutation } from "#shelves/mutate/mutation";

type AccountDeps = CodeDeps &
  Omit<DeletionDeps, "writeDeps"> &
  ExportDeps &
  ImportDeps & {
    cookies: Cookies;
  };

/**
 * Of an account: each has a file until its download ends. More than one, since a connection that broke off
 * may not have ended here.
 */
export const EXPORTS_AT_ONCE = 3;

export function serveAccount(api: Api, deps: AccountDeps): void {
  const { cookies, db, limits } = deps;

  bindRoute(api, accountRoutes.exists, async ({ params: { id } }) => {
    const user = await db.reader.selectFrom("user").select("id").where("id", "=", id).executeTakeFirst();
    return { exists: user !== undefined };
  });

  bindRoute(api, accountRoutes.sendDeletionCode, ({ caller }) =>
    limits.takeFor(
      [["deletion-codes-by-account", caller.userId]],
      () => sendSessionCode(deps, "deletion", caller),
      REFUND_UNREACHED_MAIL,
    ),
  );

  bindRoute(api, accountRoutes.delete, async ({ caller: { userId, tokenHash }, body: { code }, c }) => {
    await limits.take(["wrong-deletion-codes-by-account", userId]);
    await checkSessionCode(deps, { purpose: "deletion", tokenHash }, code);
    await deleteAccount(deps, { userId, tokenHash });
    for (const cookie of ["session", "known"] as const) cookies.remove(c, cookie);
  });

  bindRoute(api, accountRoutes.sendExportCode, ({ caller }) =>
    limits.takeFor(
      [["export-codes-by-account", caller.userId]],
      () => sendSessionCode(deps, "export", caller),
      REFUND_UNREACHED_MAIL,
    ),
  );

  bindRoute(api, accountRoutes.confirmExport, async ({ caller: { userId, tokenHash }, body: { code } }) => {
    await limits.take(["wrong-export-codes-by-account", userId]);
    await checkSessionCode(deps, { purpose: "export", tokenHash }, code);
    await confirmExport(deps, tokenHash);
    await limits.giveBack(["wrong-export-codes-by-account", userId]);
  });

  /** Those that this process sends. */
  const exporting = new Set<{ userId: string }>();
  bindRoute(api, accountRoutes.export, async ({ caller: { userId, username, tokenHash }, c }) => {
    await mustBeConfirmed(deps, tokenHash);
    const count = [...exporting].filter((other) => other.userId === userId).length;
    if (count >= EXPORTS_AT_ONCE) throw new Refusal("busy");
    const own = { userId };
    const onEnd = () => void exporting.delete(own);
    exporting.add(own);
    const zip = await limits
      .take(["exports-by-account", userId])
      .then(() => exportZip(deps, userId, { onEnd }))
      .catch((error: unknown) => {
        onEnd();
        throw error;
      });
    const day = deps.now().toISOString().slice(0, 10);
    return c.body(zip, 200, {
      "Content-Type": "application/zip",
      "Content-Disposition": `attachment; filename="shelv-${username}-${day}.zip"`,
      "Cache-Control": "private, no-store",
    });
  });

  /** The accounts whose import this process runs. */
  const importing = new Set<string>();
  bindRoute(api, accountRoutes.import, async ({ caller: { userId }, body }) => {
    if (importing.has(userId)) throw new Refusal("busy");
    importing.add(userId);
    try {
      await limits.take(["imports-by-account", userId]);
      await undoAbandonedImport(deps, userId);
      await mustBeEmpty(deps.db.reader, userId);
      await using received = await writeTemporaryFile(deps.transfersFolder, body);
      return await importAccount(deps, userId, received.path);
    } finally {
      importing.delete(userId);
    }
  });
}

type PlanDeps = { db: Pick<Database, "reader">; writeDeps: WriteDeps; now: () => Date; rules: AccountRules };

export function servePlan(api: Api, { db: { reader }, writeDeps, now, rules }: PlanDeps): void {
  bindRoute(api, planRoutes.read, ({ caller }) => planAnswer(caller.userId));

  bindRoute(api, planRoutes.choose, async ({ caller: { userId }, body: { plan } }) => {
    await applyAtOnce(writeDeps, userId, [mutation("plan.choose", { plan })]);
    return planAnswer(userId);
  });

  async function planAnswer(userId: string) {
    const account = await readSingle(reader, userId, "account");
    const at = now().toISOString();
    const { maxShelves } = limitsAt(account, { now: at, hasPlanLimits: rules.hasPlanLimits });
    return {
      plan: planAt(account, at),
      trialEndsAt: account.trialEndsAt,
      isPlanFixed: account.isPlanFixed,
      maxShelves,
    };
  }
}
