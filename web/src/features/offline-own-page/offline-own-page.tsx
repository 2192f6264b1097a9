import { useEffect, useState } from "react";
import { FullPageSpinner } from "#ui/feedback/full-page-spinner.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { NotePage } from "#ui/feedback/note-page.tsx";
import { StoreSilentPage } from "#ui/feedback/store-silent-page.tsx";
import { useScreenTitle } from "#platform/react/use-screen-title";
import { ownerPageWords } from "#words/links/own-page";
import { StoreProvider } from "#session/store-provider.tsx";
import { PageFrame } from "#domain/page-preview/page-frame.tsx";
import { findOwnPage, type FoundPage } from "./find-own-page";
import styles from "./offline-own-page.module.css";

export function OfflineOwnPage({ username }: { username: string }) {
  const found = useFound(username);
  useScreenTitle(`@${username}`);
  if (found === undefined) return <FullPageSpinner />;
  if (found === null)
    return <NotePage title={ownerPageWords.title} text={ownerPageWords.notHere(username)} />;
  if (typeof found === "string") return <StoreSilentPage isFull={found === "full"} />;
  return <OwnPage {...found} />;
}

function OwnPage({ userId, page }: FoundPage) {
  return (
    <div className={styles["screen"]}>
      <aside className={styles["note"]}>
        <span>{ownerPageWords.own}</span>
        <LinkButton to="/shelves" variant="subtle">
          {ownerPageWords.back}
        </LinkButton>
      </aside>
      <main className={styles["page"]}>
        <h1 className="visually-hidden">{ownerPageWords.frame}</h1>
        <StoreProvider userId={userId}>
          <PageFrame page={page} title={ownerPageWords.frame} className={styles["frame"]}>
            {({ PublicPage }) => <PublicPage page={page} />}
          </PageFrame>
        </StoreProvider>
      </main>
    </div>
  );
}

type Found = Awaited<ReturnType<typeof findOwnPage>>;

function useFound(username: string): Found | undefined {
  const [found, setFound] = useState<Found>();
  useEffect(() => {
    let isGone = false;
    const show = (next: () => Found) => {
      if (!isGone) setFound(next);
    };
    findOwnPage(username).then(
      (next) => show(() => next),
      (bug: unknown) =>
        show(() => {
          throw bug;
        }),
    );
    return () => {
      isGone = true;
    };
  }, [username]);
  return found;
}
