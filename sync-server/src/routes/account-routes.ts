import { accountRoutes } from "@shelv/contract/routes/account";
import { deleteAccount } from "#account/delete-account";
import { checkDeletionCode, sendDeletionCode } from "#account/deletion-code";
import { type Api, implement } from "#http/implement";
import type { Services } from "#services";

export function serveAccount(api: Api, services: Services): void {
  const { cookies, limits } = services;

  implement(api, accountRoutes.sendDeletionCode, ({ caller }) =>
    limits.takeFor([["deletion-codes-by-account", caller.userId]], () => sendDeletionCode(services, caller)));

  implement(api, accountRoutes.delete, async ({ caller: { userId, tokenHash }, body: { code }, c }) => {
    await limits.take(["wrong-deletion-codes-by-account", userId]);
    await checkDeletionCode(services, { tokenHash, code });
    await deleteAccount(services, { userId, tokenHash });
    for (const cookie of ["session", "known"] as const) cookies.remove(c, cookie);
  });
}
