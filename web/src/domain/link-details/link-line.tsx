import { Button } from "@mantine/core";
import { IconCircleCheck, IconClockDown, IconInfoCircle, IconLink } from "@tabler/icons-react";
import type { ReactNode } from "react";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { linkDetailsWords as words } from "#words/links/link-details";
import styles from "./link-line.module.css";
import { isPostponed, type LinkReading } from "./link-reader";
import type { LinkDetails } from "./use-link-details";

type LinkLineProps = { details: LinkDetails; url: string; hasHint: boolean };

/** The line under the link's field. Its height is reserved, so that nothing moves while a page is read. */
export function LinkLine({ details: { reading, reader, mayAsk, marked }, url, hasHint }: LinkLineProps) {
  const text = textOf(reading) ?? (hasHint && url.trim() === "" ? words.hint : "");
  const canAsk =
    mayAsk && (reading.name === "idle" || reading.name === "undone" || reading.name === "failed");
  return (
    <div className={styles["line"]} data-bare={text === "" || undefined}>
      <output className={styles["text"]} data-failed={reading.name === "failed" || undefined}>
        {text !== "" && ICONS[reading.name]}
        <span>{text}</span>
      </output>
      {canAsk && (
        <Action icon={text === "" && <IconLink {...ICON} />} onClick={() => void reader.ask(url)}>
          {reading.name === "failed" ? words.tryAgain : words.ask}
        </Action>
      )}
      {(reading.name === "filled" || isPostponed(reading)) && marked.size > 0 && (
        <Action onClick={() => reader.undo()}>{words.undo}</Action>
      )}
    </div>
  );
}

type ActionProps = { icon?: ReactNode; onClick: () => void; children: string };

const Action = ({ icon = null, onClick, children }: ActionProps) => (
  <Button
    type="button"
    variant="subtle"
    size="compact-md"
    px={10}
    mih={44}
    flex="none"
    leftSection={icon}
    onClick={onClick}
  >
    {children}
  </Button>
);

const ICON = { size: 18, "aria-hidden": true } as const;

const ICONS: Record<LinkReading["name"], ReactNode> = {
  idle: <IconLink {...ICON} />,
  reading: <Spinner size={16} />,
  filled: <IconCircleCheck {...ICON} />,
  nothing: <IconInfoCircle {...ICON} />,
  later: <IconClockDown {...ICON} />,
  unanswered: <IconClockDown {...ICON} />,
  undone: <IconLink {...ICON} />,
  failed: <IconInfoCircle {...ICON} />,
};

function textOf(reading: LinkReading): string | null {
  switch (reading.name) {
    case "idle":
      return null;
    case "filled":
      return reading.problem === null ? words.filled : `${words.filled} ${reading.problem}`;
    case "failed":
      return reading.problem;
    default:
      return words[reading.name];
  }
}
