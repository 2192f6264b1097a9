import { Textarea } from "@mantine/core";
import type { cleanCss, CssProblem } from "@shelv/public-page/clean-css";
import { type ComponentProps, type ReactNode, useDeferredValue, useEffect, useId, useState } from "react";
import { appearanceWords as words } from "#words/appearance";
import styles from "./css-field.module.css";

type CssFieldProps = { field: ComponentProps<typeof Textarea>; value: string; isLocked: boolean; note: ReactNode };

/** The owner's own CSS, with what a visitor's page will leave out of it and why, by line. */
export function CssField({ field, value, isLocked, note }: CssFieldProps) {
  const problems = useCssProblems(value);
  const id = useId();
  return (
    <div className={styles["field"]}>
      <Textarea
        {...field}
        label={words.css}
        description={words.cssHint}
        placeholder={words.cssPlaceholder}
        classNames={{ input: styles["code"] ?? "" }}
        autosize
        minRows={8}
        maxRows={20}
        readOnly={isLocked}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        aria-describedby={id}
      />
      {note}
      <output id={id} className={styles["status"]}>
        {problems && problems.length > 0 && (
          <>
            <p className={styles["heading"]}>{words.cssProblems}</p>
            <ul role="list" className={styles["problems"]}>
              {problems.map(({ line, message }, at) => <li key={at}>{words.cssProblem(line, message)}</li>)}
            </ul>
          </>
        )}
        {problems?.length === 0 && value.trim() !== "" && <p>{words.cssFine}</p>}
      </output>
    </div>
  );
}

/** Null until the parser has come. */
function useCssProblems(source: string): CssProblem[] | null {
  const [parser, setParser] = useState<{ cleanCss: typeof cleanCss } | null>(null);
  useEffect(() => {
    let isGone = false;
    void import("@shelv/public-page/clean-css").then(({ cleanCss }) => {
      if (!isGone) setParser({ cleanCss });
    });
    return () => {
      isGone = true;
    };
  }, []);
  const shown = useDeferredValue(source);
  return parser && parser.cleanCss(shown).problems;
}
