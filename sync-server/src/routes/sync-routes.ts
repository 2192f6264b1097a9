import { Refusal } from "@shelv/contract/refusal";
import { syncRoutes } from "@shelv/contract/routes/sync";
import { type Api, bindRoute, mustBeFor } from "#http/bind-route";
import { hasPicture, storePicture } from "#pictures/store-picture";
import type { Services } from "#services";
import { seenDevice } from "#shelves/sync-state/seen-device";
import { exchange } from "#shelves/exchange";
import { eventStream } from "#shelves/event-stream";
import { refreshAccount } from "#shelves/refresh-account";

export function serveSync(api: Api, services: Services): void {
  const { db, writeDeps, hub, rules, now, sessions, limits } = services;

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
    return c.body(null, (await hasPicture(services, userId, sha256)) ? 204 : 404);
  });

  bindRoute(api, syncRoutes.putBlob, async ({ caller: { userId }, params: { sha256 }, body }) => {
    await storePicture(services, { userId, sha256, bytes: body });
  });
}
