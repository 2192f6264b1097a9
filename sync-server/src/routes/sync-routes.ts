import { Refusal } from "@shelv/contract/refusal";
import { syncRoutes } from "@shelv/contract/routes/sync";
import { type Api, bindRoute, mustBeFor } from "#http/bind-route";
import { hasPicture, storePicture, type StoreDeps } from "#pictures/store-picture";
import type { WriteDeps } from "#shelves/mutate/apply-mutations";
import type { Sessions } from "#sign-in/sessions";
import { seenDevice } from "#shelves/sync-state/seen-device";
import { exchange } from "#shelves/exchange";
import { eventStream, type Hub } from "#shelves/event-stream";
import { refreshAccount, type AccountRules } from "#shelves/refresh-account";

type SyncDeps = Omit<StoreDeps, "writeDeps"> & {
  writeDeps: WriteDeps;
  hub: Hub;
  rules: AccountRules;
  sessions: Sessions;
};

export function serveSync(api: Api, deps: SyncDeps): void {
  const { db, writeDeps, hub, rules, now, sessions, limits } = deps;

  bindRoute(api, syncRoutes.exchange, async ({ caller: { userId }, body }) => {
    const device = { userId, clientId: body.clientId };
    const seen = await seenDevice(db.reader, device);
    // The account was deleted during the request.
    if (!seen) throw new Refusal("signed-out");
    const isRefreshed = await refreshAccount(db, userId, { rules, now: now(), seen });
    const beforeRotation = () => limits.take(["restores-by-account", userId]);
    return exchange(writeDeps, userId, body, { beforeRotation, ...(isRefreshed ? {} : { seen }) });
  });

  bindRoute(api, syncRoutes.events, ({ caller, query }) => {
    const { userId, tokenHash } = caller;
    // EventSource cannot send our header.
    if (query.user !== undefined) mustBeFor(query.user, caller);
    return eventStream(hub, {
      userId,
      tokenHash,
      clientId: query.client ?? null,
      takesBody: query.user !== undefined,
      isOver: async () => !(await sessions.isLive(caller)),
    });
  });

  bindRoute(api, syncRoutes.hasBlob, async ({ caller: { userId }, params: { sha256 }, c }) => {
    return c.body(null, (await hasPicture(deps, userId, sha256)) ? 204 : 404);
  });

  bindRoute(api, syncRoutes.putBlob, async ({ caller: { userId }, params: { sha256 }, body }) => {
    await storePicture(deps, { userId, sha256, bytes: body });
  });
}
