import type { ReactNode } from "react";
import { isRestore, namedIn, rejectedEntries } from "#outbox/rejected-groups";
import { useStored } from "#sync/owner-context.tsx";
import { EmptyShelf } from "#ui/empty-shelf.tsx";
import { LinkButton } from "#ui/link-button.tsx";
import { shelfScreenWords as words } from "#words/shelves";

/** A shelf that this device does not have: one that the server refused waits in the tray, with the reason; any other was deleted, or never was. */
export function MissingShelf({ shelfId, children }: { shelfId: string; children: ReactNode }) {
  const refused = useStored(rejectedEntries)?.find(
    (entry) => namedIn(entry).id === shelfId && (entry.name === "shelf.create" || isRestore(entry)),
  );
  if (!refused)
    return (
      <EmptyShelf title={words.gone} text={words.goneText}>
        {children}
      </EmptyShelf>
    );
  return (
    <EmptyShelf title={words.refused} text={words.refusedText(refused.message)}>
      <LinkButton to="/unsaved">{words.seeRefused}</LinkButton>
      {children}
    </EmptyShelf>
  );
}
