import { Button } from "@mantine/core";
import { useRef } from "react";
import { useNow } from "#platform/react/use-now";
import { relativeTime } from "#words/format/relative-time";
import styles from "./draft-bar.module.css";
import type { FormDraftState } from "./use-form-draft";

export function DraftBar({ draft: { offer, isUnstored } }: { draft: FormDraftState }) {
  const now = useNow(60_000);
  const region = useRef<HTMLOutputElement>(null);
  const decide = (act: () => void) => {
    act();
    region.current
      ?.closest("form")
      ?.querySelector<HTMLElement>("input:not([type=file], [type=hidden]), textarea, select")
      ?.focus({ preventScroll: true });
  };
  return (
    <output ref={region} className={styles["region"]}>
      {offer && (
        <span className={styles["bar"]}>
          <span className={styles["text"]}>
            {words.title} <span className={styles["when"]}>{relativeTime(offer.at, now)}</span>
          </span>
          <span className={styles["buttons"]}>
            <Button
              type="button"
              variant="subtle"
              size="compact-md"
              px={10}
              onClick={() => decide(offer.restore)}
            >
              {words.goOn}
            </Button>
            <Button
              type="button"
              variant="subtle"
              size="compact-md"
              px={10}
              color="brick"
              onClick={() => decide(offer.discard)}
            >
              {words.discard}
            </Button>
          </span>
        </span>
      )}
      {isUnstored && <span className={styles["note"]}>{words.unstored}</span>}
    </output>
  );
}

const words = {
  title: "Unsaved draft",
  goOn: "Continue",
  discard: "Discard",
  unstored: "This device has no room to keep a draft of this. Save it before you close the app.",
};
