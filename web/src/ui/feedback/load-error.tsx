import { Button } from "@mantine/core";
import { missingPartWords as words } from "#words/actions";
import { mayLeaveForms } from "#ui/forms/dirty-forms";
import styles from "./load-error.module.css";

export type LoadProblem = "waiting" | "failed";

export const LoadErrorNote = ({ problem }: { problem: LoadProblem }) => (
  <output className={styles["note"]}>
    {problem === "waiting" ? words.onItsWay : words.nowhere}
    {problem === "failed" && (
      <Button variant="subtle" onClick={() => void reload()}>
        {words.tryAgain}
      </Button>
    )}
  </output>
);

async function reload(): Promise<void> {
  if (await mayLeaveForms()) location.reload();
}
