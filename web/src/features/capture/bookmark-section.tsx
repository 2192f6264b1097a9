import { IconBookmarkPlus } from "@tabler/icons-react";
import { CopiedText } from "#ui/buttons/copied-text.tsx";
import { showToast } from "#ui/feedback/toast";
import { captureWords } from "#words/links/capture";
import { bookmarklet } from "#domain/share-inbox/bookmarklet";
import styles from "./capture-page.module.css";

const words = captureWords.bookmark;

export function BookmarkSection() {
  const address = bookmarklet(location.origin);
  return (
    <>
      <a
        // React refuses such an address.
        ref={(link) => link?.setAttribute("href", address)}
        href="#bookmark"
        className={styles["bookmark"]}
        onClick={(event) => {
          event.preventDefault();
          showToast({ title: words.dragInstead });
        }}
      >
        <IconBookmarkPlus size={20} aria-hidden="true" />
        {words.name}
      </a>
      <p className={styles["text"]}>{words.copyText}</p>
      <div className={styles["code"]} data-is-long>
        <CopiedText text={address} label={captureWords.copy(words.theBookmark)} />
      </div>
    </>
  );
}
