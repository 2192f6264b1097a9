import { Button } from "@mantine/core";
import { IconShare3 } from "@tabler/icons-react";
import { openShareSheet } from "#domain/page-link/share-sheet-state";
import { pageLinkWords } from "#words/links/page-link";
import styles from "./screen.module.css";

/** On a phone only its icon shows. */
export const ShareButton = () => (
  <Button
    variant="light"
    className={styles["share"] ?? ""}
    leftSection={<IconShare3 size={18} />}
    aria-haspopup="dialog"
    onClick={() => openShareSheet("share")}
  >
    <span className={styles["shareText"]}>{pageLinkWords.open}</span>
  </Button>
);
