import { Button } from "@mantine/core";
import { IconShare3 } from "@tabler/icons-react";
import { openShareSheet } from "#domain/page-link/share-sheet-state";
import { pageLinkWords } from "#words/links/page-link";
import styles from "./screen.module.css";

/** In a phone's header only its icon shows. */
export const ShareButton = () => (
  <Button
    variant="light"
    className={styles["button"] ?? ""}
    leftSection={<IconShare3 size={18} />}
    aria-haspopup="dialog"
    onClick={() => openShareSheet("share")}
  >
    <span className={styles["buttonText"]}>{pageLinkWords.open}</span>
  </Button>
);
