import { Refusal } from "@shelv/contract/refusal";
import { syncRoutes, USER_HEADER } from "@shelv/contract/routes/sync";
import type { Context } from "hono";
import { type Api, implement } from "#http/implement";
import { hasPicture, storePicture } from "#images/store-picture";
import type { Services } from "#services";
import { exchange } from "#sync/exchange";
import { eventStream } from "#sync/event-stream";
import { refreshAccount } from "#sync/refresh-account";

export function serveSync(api: Api, services: Services): void {
  const { db, host, hub, pages, rules, now, sessions } = services;

  implement(api, syncRoutes.exchange, async ({ caller: { userId }, body, c }) => {
    mustBeFor(c, userId);
    await refreshAccount(db, userId, { rules, now: now() });
    return exchange(host, userId, body);
  });

  implement(api, syncRoutes.events, ({ caller, query }) => {
    const { userId, tokenHash } = caller;
    if (query.user !== undefined && query.user !== userId) throw new Refusal("wrong-user");
    return eventStream(hub, { userId, tokenHash, clientId: query.client ?? null, takesNews: query.user !== undefined, isOver: async () => !(await sessions.isLive(caller)) });
  });

  implement(api, syncRoutes.hasBlob, async ({ caller: { userId }, params: { sha256 }, c }) => {
    mustBeFor(c, userId);
    return c.body(null, (await hasPicture(services, userId, sha256)) ? 204 : 404);
  });

  implement(api, syncRoutes.putBlob, async ({ caller: { userId }, params: { sha256 }, body, c }) => {
    mustBeFor(c, userId);
    await storePicture(services, { userId, sha256, bytes: body });
    // A row may have named it before it came.
    pages.drop(userId);
  });
}

/** The cookie may have changed under a device's feet: what it holds for one account must never reach another. */
function mustBeFor(c: Context, userId: string): void {
  if (c.req.header(USER_HEADER) !== userId) throw new Refusal("wrong-user");
}
