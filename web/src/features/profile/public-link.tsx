import { Button } from "@mantine/core";
import { IconCopy, IconShare3 } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { copyText } from "#ui/buttons/copy-text";
import { showError } from "#ui/feedback/toast";
import { profileWords } from "#words/screens/profile";
import styles from "./public-link.module.css";

const words = profileWords.link;

/** Closing the share sheet is a choice; pressing twice finds it open. */
const NO_FAILURES = new Set(["AbortError", "InvalidStateError"]);

export function PublicLink({ link, name }: { link: string; name: string }) {
  const address = useRef<HTMLParagraphElement>(null);
  /** For copying by hand, the whole address must be visible. */
  const [isWhole, setWhole] = useState(false);
  const showWhole = () => {
    flushSync(() => setWhole(true));
    return address.current;
  };
  const share = async () => {
    try {
      await navigator.share({ title: words.shareTitle(name), url: link });
    } catch (error) {
      if (!(error instanceof DOMException && NO_FAILURES.has(error.name))) showError(words.shareFailed);
    }
  };
  return (
    <section className={styles["card"]} aria-labelledby="link-heading">
      <h2 id="link-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <p ref={address} className={styles["address"]}>
        {isWhole ? link : link.replace(/^https?:\/\//, "")}
      </p>
      <div className={styles["buttons"]}>
        <Button
          leftSection={<IconCopy size={18} />}
          onClick={() => void copyText(link, { done: words.copied, shownIn: showWhole })}
        >
          {words.copy}
        </Button>
        {"share" in navigator && (
          <Button variant="default" leftSection={<IconShare3 size={18} />} onClick={() => void share()}>
            {words.share}
          </Button>
        )}
      </div>
    </section>
  );
}
