import { Button } from "@mantine/core";
import { IconLock, IconShare3 } from "@tabler/icons-react";
import { PlansLink } from "#domain/account/plans-link.tsx";
import { openShareSheet } from "#domain/page-link/share-sheet-state";
import { useSyncStatus } from "#session/use-sync-status";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { pageLinkWords } from "#words/links/page-link";
import { statsWords as words } from "#words/screens/stats";
import { FirstVisit } from "./panels/first-visit";
import { StatsLink } from "./stats-link";
import { searchWithFilter, searchWithPreset, type StatsFilter, type StatsSearch } from "./stats-view";
import type { ShownStats } from "./use-stats";
import styles from "./stats-page.module.css";

type Place = { itemId: string | undefined; search: StatsSearch };

export function NotHere({ shown: { problem, refresh } }: { shown: ShownStats }) {
  const { online, signedOut, wrongUser } = useSyncStatus();
  if (problem === null && online && !signedOut && !wrongUser)
    return <div className={styles["skeleton"]} aria-hidden="true" />;
  // A request without an answer means that the network is gone, before the browser says so: the text would
  // change twice.
  const isAnswered = online && problem?.code !== "failed";
  const text =
    signedOut || wrongUser ? words.noFiguresSignedOut : isAnswered ? words.failed : words.noFigures;
  return (
    <div className={styles["message"]}>
      <p>{text}</p>
      {!signedOut && (
        <Button variant="default" onClick={() => void refresh().catch(() => undefined)}>
          {words.tryAgain}
        </Button>
      )}
    </div>
  );
}

export const ItemGone = () => (
  <EmptyShelf title={words.item.gone} text={words.item.goneText}>
    <LinkButton to="/dashboard/stats" variant="default">
      {words.item.toAll}
    </LinkButton>
  </EmptyShelf>
);

export const Locked = ({ code, itemId, search }: Place & { code: string }) => {
  const isRange = code === "range-needs-pro";
  return (
    <section className={styles["message"]}>
      <IconLock size={28} aria-hidden="true" />
      <p>{isRange ? words.locked.range : words.locked.filter}</p>
      <div className={styles["ways"]}>
        <PlansLink />
        <StatsLink
          itemId={itemId}
          search={isRange ? searchWithPreset(search, 30) : searchWithFilter(search, null)}
          className={styles["way"]}
        >
          {isRange ? words.locked.showFree : words.empty.all}
        </StatsLink>
      </div>
    </section>
  );
};

type NoVisitsProps = Place & { filter: StatsFilter | null; hasDimensions: boolean };

export function NoVisits({ filter, hasDimensions, itemId, search }: NoVisitsProps) {
  if (filter)
    return (
      <div className={styles["message"]}>
        <p>{words.empty.filtered}</p>
        <StatsLink itemId={itemId} search={searchWithFilter(search, null)} className={styles["way"]}>
          {words.empty.all}
        </StatsLink>
      </div>
    );
  const isOfPage = itemId === undefined;
  return (
    <>
      <EmptyShelf {...(isOfPage ? words.empty.ofPage : words.empty.ofItem)}>
        <Button leftSection={<IconShare3 size={18} />} onClick={() => openShareSheet("share")}>
          {pageLinkWords.share}
        </Button>
      </EmptyShelf>
      {isOfPage && <FirstVisit hasDimensions={hasDimensions} />}
    </>
  );
}
