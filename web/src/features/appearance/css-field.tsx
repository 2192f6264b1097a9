import { Textarea } from "@mantine/core";
import type { CleanCss } from "@shelv/public-page/custom-css/clean-css";
import { type ComponentProps, type ReactNode, useDeferredValue, useId, useMemo } from "react";
import { useLazyModule } from "#ui/loading/use-lazy-module";
import { appearanceWords as words } from "#words/screens/appearance";
import styles from "./css-field.module.css";

type CssFieldProps = {
  field: ComponentProps<typeof Textarea>;
  value: string;
  isLocked: boolean;
  isInPlan: boolean;
  note: ReactNode;
};

export function CssField({ field, value, isLocked, isInPlan, note }: CssFieldProps) {
  const { cleaned, isMissing } = useCleanedCss(value);
  const problems = cleaned?.problems ?? [];
  const [errorId, hintId, id, headingId] = [useId(), useId(), useId(), useId()];
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
        maxRows={16}
        readOnly={isLocked}
        autoCapitalize="none"
        autoCorrect="off"
        spellCheck={false}
        errorProps={{ id: errorId }}
        descriptionProps={{ id: hintId }}
        // Mantine sets only the ids of its own descriptions.
        attributes={{ input: { "aria-describedby": `${field.error ? `${errorId} ` : ""}${hintId} ${id}` } }}
      />
      {note}
      <output id={id} className={styles["status"]}>
        {problems.length > 0 && (
          <>
            <p id={headingId} className={styles["heading"]}>
              {cleaned?.reason ? words.cssRefused(cleaned.reason) : words.cssProblems(problems.length)}
            </p>
            {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- it scrolls, also by keyboard */}
            <ul role="list" aria-labelledby={headingId} tabIndex={0} className={styles["problems"]}>
              {problems.map(({ line, message }, at) => (
                <li key={at}>{words.cssProblem(line, message)}</li>
              ))}
            </ul>
          </>
        )}
        {isMissing && value.trim() !== "" && <p>{words.cssUnknown}</p>}
        {isInPlan && cleaned !== null && problems.length === 0 && value.trim() !== "" && (
          <p>{words.cssFine}</p>
        )}
      </output>
    </div>
  );
}

const supports = (condition: string) => CSS.supports(condition);
const parser = async () => (await import("@shelv/public-page/custom-css/clean-css")).cleanCss;

function useCleanedCss(source: string): { cleaned: CleanCss | null; isMissing: boolean } {
  const { loaded: cleanCss, problem } = useLazyModule(parser);
  const shown = useDeferredValue(source);
  // Parsing must not delay a keystroke.
  const cleaned = useMemo(() => cleanCss && cleanCss(shown, supports), [cleanCss, shown]);
  return { cleaned, isMissing: cleanCss === null && problem !== null };
}
