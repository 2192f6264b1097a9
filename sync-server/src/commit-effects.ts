import { recordActivity } from "#analytics/record-activity";
import type { Bus } from "#bus/bus";
import type { CleanedCssStore } from "#page/custom-css/cleaned-css";
import type { ResponseCache } from "#http/response-cache";
import { enqueueLinks } from "#links/jobs/link-rows";
import type { PageCache } from "#page/cache/page-cache";
import type { PagePurger } from "#page/cache/page-purger";
import type { Hub } from "#shelves/event-stream";
import type { Applied, WriteDeps } from "./shelves/mutate/apply-mutations.ts";

type Deps = {
  pages: PageCache;
  purger: PagePurger | null;
  responseCache: ResponseCache;
  cleanedCss: CleanedCssStore;
  hub: Hub;
  bus: Bus;
  wakeLinkWorker: () => void;
};

/** What this process does after its own commit. Other processes: bus-effects.ts. */
export function commitEffects({
  pages,
  purger,
  responseCache,
  cleanedCss,
  hub,
  bus,
  wakeLinkWorker,
}: Deps): Pick<WriteDeps, "afterApply" | "onCommit"> {
  /** Owners with new jobs in an open transaction. */
  const withLinkJobs = new Set<string>();
  return {
    async afterApply(trx, done) {
      await recordActivity(trx, done);
      const [first] = done;
      if (first && (await enqueueLinks(trx, done))) withLinkJobs.add(first.userId);
    },
    onCommit(userId, applied, body) {
      if (withLinkJobs.delete(userId)) wakeLinkWorker();
      pages.drop(userId);
      purger?.changed(userId);
      responseCache.drop(userId);
      if (applied.some(({ name }) => name === "appearance.update")) void cleanedCss.refresh(userId);
      const madeBy = onlyDeviceOf(applied);
      hub.poke(userId, { madeBy, body });
      bus.send({ kind: "committed", userId, madeBy, body });
    },
  };
}

/** The only device that wrote; null for several or none. */
function onlyDeviceOf(applied: readonly Applied[]): string | null {
  const [first] = applied;
  return first && applied.every(({ clientId }) => clientId === first.clientId) ? first.clientId : null;
}
