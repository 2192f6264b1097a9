import { IconCopy } from "@tabler/icons-react";
import { useRef } from "react";
import { copyText } from "./copy-text";
import styles from "./copied-text.module.css";
import { IconButton } from "./icon-button";

/** A text to use elsewhere, with its button. */
export function CopiedText({ text, label }: { text: string; label: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <span className={styles["copied"]}>
      <code ref={shown}>{text}</code>
      <IconButton aria-label={label} onClick={() => void copyText(text, { shownIn: () => shown.current })}>
        <IconCopy size={18} />
      </IconButton>
    </span>
  );
}
