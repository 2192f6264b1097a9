import "@shelv/public-page/public-page.css";
import { PublicPage } from "@shelv/public-page/page.tsx";
import { useEffect, useState } from "react";
import { currentAccount } from "#local-store/device";
import { LocalStore } from "#local-store/local-store";
import { FullPageSpinner } from "#ui/full-page-spinner.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { NotePage } from "#ui/note-page.tsx";
import { useScreenTitle } from "#ui/use-screen-title";
import { ownerPageWords } from "#words/navigation";
import { ownPageData, type OwnPage } from "#workbench/own-page-data";
import styles from "./owner-page.module.css";

/**
 * What the app shows at somebody's address when neither the network nor the cache had the page: the owner's own page from
 * this device, or a word about what is not here.
 */
export function OwnerPage({ username }: { username: string }) {
  const page = useOwnPage(username);
  useScreenTitle(`@${username}`);
  if (page === undefined) return <FullPageSpinner />;
  if (page === null) return <NotePage title={ownerPageWords.title} text={ownerPageWords.notHere(username)} />;
  return (
    <>
      <aside className={styles["note"]}>
        <span>{ownerPageWords.own}</span>
        <LinkButton to="/shelves" variant="subtle">{ownerPageWords.back}</LinkButton>
      </aside>
      <PublicPage page={page} />
    </>
  );
}

/** Undefined while it is looked up, null where this device has no such page. */
function useOwnPage(username: string): OwnPage | undefined {
  const [page, setPage] = useState<OwnPage>();
  useEffect(() => {
    let isGone = false;
    void loadOwnPage(username).then((found) => {
      if (!isGone) setPage(found);
    });
    return () => {
      isGone = true;
    };
  }, [username]);
  return page;
}

async function loadOwnPage(username: string): Promise<OwnPage> {
  const account = await currentAccount();
  if (account?.username.toLowerCase() !== username.toLowerCase()) return null;
  const store = new LocalStore(account.userId);
  try {
    return await ownPageData(store, account.username);
  } finally {
    store.close();
  }
}
