import { IconCopy } from "@tabler/icons-react";
import { Fragment, useRef } from "react";
import { copyText } from "./copy-text";
import styles from "./copied-text.module.css";
import { IconButton } from "./icon-button";

/** Where an address may wrap. */
const AFTER_SLASH = /(?<=[^/]\/)(?!\/)/;

export function CopiedText({ text, label }: { text: string; label: string }) {
  const shown = useRef<HTMLElement>(null);
  return (
    <span className={styles["copied"]}>
      <code ref={shown}>
        {text.split(AFTER_SLASH).map((part, at) => (
          <Fragment key={at}>
            {at > 0 && <wbr />}
            {part}
          </Fragment>
        ))}
      </code>
      <IconButton aria-label={label} onClick={() => void copyText(text, { shownIn: () => shown.current })}>
        <IconCopy size={18} />
      </IconButton>
    </span>
  );
}
