import type { OwnVisits } from "#analytics/visitor/own-visits";
import type { HeldDomains } from "#domains/held-domains";
import type { ReportBug } from "#http/answer-errors";
import type { RateLimits } from "#http/rate-limits/rate-limits";
import type { ResponseCache } from "#http/response-cache";
import type { PageCache } from "#page/cache/page-cache";
import type { Sessions } from "#sign-in/sessions";
import type { Hub } from "#shelves/event-stream";
import type { BusListener } from "./bus/bus.ts";

const RELOADED_AFTER_MS = 5000;

type Deps = {
  pages: PageCache;
  responseCache: ResponseCache;
  hub: Hub;
  sessions: Sessions;
  heldDomains: HeldDomains;
  limits: RateLimits;
  ownVisits: OwnVisits;
  reportBug: ReportBug;
};

/**
 * What this process does after another's change. After a commit: the drops and the poke of commit-effects.ts.
 * The other process purges the CDN, refreshes the CSS and reads links.
 */
export function busEffects({
  pages,
  responseCache,
  hub,
  sessions,
  heldDomains,
  limits,
  ownVisits,
  reportBug,
}: Deps): BusListener {
  /** Retries after a failure: just after a fail-over the pool may have dead connections. */
  const reload = (userIds?: readonly string[]): Promise<void> =>
    heldDomains.reload(userIds).catch((error: unknown) => {
      reportBug(error);
      setTimeout(() => void reload(userIds), RELOADED_AFTER_MS).unref();
    });
  const dropAll = () => {
    sessions.forget(() => true);
    pages.clear();
    responseCache.clear();
    hub.checkAll();
    hub.pokeAll();
    void reload();
    ownVisits.loadAgain();
  };
  return {
    receive(message) {
      switch (message.kind) {
        case "committed": {
          const { userId, madeBy, body } = message;
          pages.drop(userId);
          responseCache.drop(userId);
          hub.poke(userId, { madeBy, body });
          return;
        }
        case "pageChanged": {
          pages.drop(message.userId);
          return;
        }
        case "sessionEnded": {
          sessions.forget(({ tokenHash }) => tokenHash === message.tokenHash);
          hub.closeSession(message.tokenHash);
          return;
        }
        case "sessionsChanged": {
          sessions.forget(({ userId }) => userId === message.userId);
          return;
        }
        case "accountGone": {
          sessions.forget(({ userId }) => userId === message.userId);
          hub.closeUser(message.userId);
          void reload([message.userId]);
          return;
        }
        case "domainsChanged": {
          // A message without `userIds` throws here, where the caller catches it; after the reload nothing
          // would.
          const userIds = [...message.userIds];
          void reload(userIds).then(() => {
            for (const userId of userIds) pages.drop(userId);
          });
          return;
        }
        case "limitTaken":
          return limits.addTaken([message.limit, message.whom], message.points);
        case "ownVisit":
          return ownVisits.add(message.mark, message.userId);
        case "restored":
          return dropAll();
      }
    },
    missed: dropAll,
    unreadable(error) {
      reportBug(error);
      dropAll();
    },
  };
}
