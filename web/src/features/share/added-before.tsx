import { Button } from "@mantine/core";
import { itemsById } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useOwner } from "#session/owner-context.tsx";
import { focusNeighbour } from "#ui/dialogs/focus-neighbour";
import { announce, showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { itemFormWords } from "#words/screens/items";
import { shareWords as words } from "#words/screens/share";
import styles from "./share-form.module.css";

export type AddedItem = { id: string; title: string };

/** Of several shares: those that are items by now, each with an Undo. */
export function AddedBefore({ added }: { added: readonly AddedItem[] }) {
  const owner = useOwner();
  const items = useLiveQuery(
    itemsById,
    added.map(({ id }) => id),
  );
  const shown = added.filter(({ id }) => items?.some((item) => item.id === id));
  if (shown.length === 0) return null;
  const undo = async (id: string) => {
    const neighbour = focusNeighbour();
    try {
      await owner.mutate({ name: "item.delete", args: { id } });
      announce(itemFormWords.deleted);
      neighbour.focus();
    } catch (error) {
      showError(errorWords(error));
    }
  };
  return (
    <ul role="list" aria-label={words.added} className={styles["added"]}>
      {shown.map(({ id, title }) => (
        <li key={id}>
          <span dir="auto">{title}</span>
          <Button
            variant="subtle"
            size="compact-md"
            aria-label={words.undoAdding(title)}
            onClick={() => void undo(id)}
          >
            {words.undo}
          </Button>
        </li>
      ))}
    </ul>
  );
}
