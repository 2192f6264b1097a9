import { Button } from "@mantine/core";
import { IconCircleCheck, IconClockDown, IconInfoCircle, IconLink } from "@tabler/icons-react";
import { completeLinkUrl, linkUrl } from "@shelv/contract/values/link-url";
import type { ReactNode } from "react";
import * as v from "valibot";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { linkDetailsWords as words } from "#words/links/link-details";
import styles from "./link-line.module.css";
import { isPostponed, type LinkReading } from "./link-reader";
import type { LinkDetails } from "./use-link-details";

type LinkLineProps = { details: LinkDetails; url: string; isNew: boolean };

/**
 * Under the link's field: what the page's reading says, what can be done, or a hint. Of one height, so that
 * nothing moves.
 */
export function LinkLine({ details: { reading, reader, mayAsk, marked }, url, isNew }: LinkLineProps) {
  const text = textOf(reading) ?? "";
  const canAsk =
    mayAsk && (reading.name === "idle" || reading.name === "undone" || reading.name === "failed");
  const isBare = text === "";
  return (
    <div className={styles["line"]} data-bare={isBare || undefined}>
      <output className={styles["text"]} data-failed={reading.name === "failed" || undefined}>
        {!isBare && ICONS[reading.name]}
        <span>{text}</span>
      </output>
      {isBare && !canAsk && (
        <p className={styles["text"]}>
          <IconLink {...ICON} />
          {url.trim() === "" || (isNew && !isLink(url)) ? words.hint : words.rest}
        </p>
      )}
      {canAsk && (
        <Action icon={isBare && <IconLink {...ICON} />} onClick={() => void reader.ask(url)}>
          {reading.name === "failed" ? words.tryAgain : words.ask}
        </Action>
      )}
      {(reading.name === "filled" || isPostponed(reading)) && marked.size > 0 && (
        <Action onClick={() => reader.undo()}>{words.undo}</Action>
      )}
    </div>
  );
}

const isLink = (typed: string) => v.is(linkUrl, completeLinkUrl(typed));

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
  unreachable: <IconClockDown {...ICON} />,
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
