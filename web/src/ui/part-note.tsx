import { Button } from "@mantine/core";
import { missingPartWords as words } from "#words/actions";
import { mayLeaveForms } from "./dirty-forms";
import styles from "./part-note.module.css";

/** `on-its-way`: it comes by itself, with the network. `nowhere`: only a page that is loaded anew asks for it again. */
export type MissingPart = "on-its-way" | "nowhere";

/** Stands where a part of a screen should, while everything around it works. */
export const PartNote = ({ missing }: { missing: MissingPart }) => (
  <output className={styles["note"]}>
    {missing === "on-its-way" ? words.onItsWay : words.nowhere}
    {missing === "nowhere" && (
      <Button variant="subtle" onClick={() => void loadAnew()}>
        {words.tryAgain}
      </Button>
    )}
  </output>
);

async function loadAnew(): Promise<void> {
  if (await mayLeaveForms()) location.reload();
}
