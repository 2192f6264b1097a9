import { isRestore, namedIn, rejectedEntries } from "#outbox/rejected-groups";
import { useLiveQuery } from "#local-store/use-live-query";
import { isPlanRefusal, PlansLink } from "#domain/account/plans-link.tsx";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { shelfScreenWords as words } from "#words/screens/shelves";

export function MissingShelf({ shelfId }: { shelfId: string }) {
  const rejected = useLiveQuery(rejectedEntries)?.find(
    (entry) => namedIn(entry).id === shelfId && (entry.name === "shelf.create" || isRestore(entry)),
  );
  if (!rejected) return <EmptyShelf title={words.gone} text={words.goneText} />;
  return (
    <EmptyShelf title={words.rejected} text={words.rejectedText(rejected.message)}>
      <LinkButton to="/unsaved">{words.seeRejected}</LinkButton>
      {isPlanRefusal(rejected.code) && <PlansLink variant="default" />}
    </EmptyShelf>
  );
}
