import { Button } from "@mantine/core";
import { useLocation, useNavigate, useRouter } from "@tanstack/react-router";
import { useEffect, useMemo, useState } from "react";
import { shelvesInOrder } from "#local-store/queries";
import type { SharedEntry } from "#local-store/unsynced/share-inbox-database";
import { openShareInbox } from "#local-store/unsynced/share-inbox";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { goBack, hrefUnder, useLeaveDialog } from "#navigation/history-stack";
import { hasDirtyForms, mayLeaveForms } from "#ui/forms/dirty-forms";
import { EmptyShelf } from "#ui/feedback/empty-shelf.tsx";
import { FormDialog } from "#ui/dialogs/form-dialog.tsx";
import { LinkButton } from "#ui/buttons/link-button.tsx";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { shareWords as words } from "#words/screens/share";
import { shelvesWords } from "#words/screens/shelves";
import { FORM_WIDTH_PX } from "#domain/items/form/form-width";
import { canPaste, PasteButton } from "#domain/share-inbox/paste-button.tsx";
import { useShareInbox } from "#domain/share-inbox/use-share-inbox";
import { AddedBefore, type AddedItem } from "./added-before";
import { ShareForm } from "./share-form";
import { shareInFragment } from "./share-in-fragment";

const ShelfForm = lazyComponent(async () => (await import("#domain/shelves/shelf-form.tsx")).ShelfForm);

/**
 * A form with typed text stays, whatever arrives or is saved in another tab. `isMissed`: a share could not be
 * stored.
 */
export function SharePage({ isMissed }: { isMissed: boolean }) {
  const router = useRouter();
  const leaveDialog = useLeaveDialog();
  const [done, setDone] = useState<readonly AddedItem[]>([]);
  const isArriving = useShareInFragment();
  const waiting = useShareInbox()?.filter(({ id }) => !done.some((added) => added.id === id));
  const [entry, setEntry] = useState<SharedEntry>();
  const newest = waiting?.[0];
  if ((entry?.id !== newest?.id || entry?.userId !== newest?.userId) && !hasDirtyForms()) setEntry(newest);
  if (!waiting || (isArriving && !entry)) return null;
  if (!entry) return <NothingShared isMissed={isMissed} />;
  const leave = (shelfId: string | null, title = "") => {
    const others = waiting.filter(({ id }) => id !== entry.id);
    // Nothing else reports that another tab has saved the share.
    if (others.length === waiting.length) setEntry(others[0]);
    if (others.length > 0 && shelfId !== null) setDone([...done, { id: entry.id, title }]);
    if (others.length > 0) return;
    if (shelfId !== null) leaveDialog({ to: "/shelves/$shelfId", params: { shelfId } });
    else if (hrefUnder(router, 1)?.startsWith("/shelves/") === true) void goBack(router, 1);
    else void router.navigate({ to: "/shelves", replace: true });
  };
  const countAfter = waiting.filter(({ id }) => id !== entry.id).length;
  if (entry.userId === null)
    return <ClaimShare key={entry.id} entry={entry} onDone={() => setEntry(undefined)} />;
  return <ShareSheet key={entry.id} entry={entry} countAfter={countAfter} added={done} onDone={leave} />;
}

function useShareInFragment(): boolean {
  const { userId } = useOwner().account;
  const navigate = useNavigate();
  const hash = useLocation({ select: (location) => location.hash });
  const shared = useMemo(() => shareInFragment(hash, document.referrer), [hash]);
  useEffect(() => {
    if (!shared) return;
    void openShareInbox()
      .then((inbox) => inbox.add(shared, userId, Date.now()))
      .catch((error: unknown) => showError(errorWords(error)))
      .then(() => navigate({ to: "/share", replace: true }));
  }, [shared, userId, navigate]);
  return shared !== null;
}

/**
 * Asks before it shows a share that arrived without an account: the next one on a device may be another
 * person's.
 */
function ClaimShare({ entry, onDone }: { entry: SharedEntry; onDone: () => void }) {
  const { userId, username } = useOwner().account;
  const decide = (act: (inbox: Awaited<ReturnType<typeof openShareInbox>>) => Promise<void>) =>
    void openShareInbox()
      .then(act)
      .then(onDone)
      .catch((error: unknown) => showError(errorWords(error)));
  return (
    <EmptyShelf title={words.sent} text={words.askWhose(username)}>
      <Button onClick={() => decide((inbox) => inbox.claim(entry.id, userId))}>{words.mine}</Button>
      <Button variant="subtle" onClick={() => decide((inbox) => inbox.decline(entry.id, userId))}>
        {words.notMine}
      </Button>
    </EmptyShelf>
  );
}

type ShareSheetProps = {
  entry: SharedEntry;
  countAfter: number;
  added: readonly AddedItem[];
  /** `shelfId`: null if it is not added. */
  onDone: (shelfId: string | null, title?: string) => void;
};

function ShareSheet({ entry, countAfter, added, onDone }: ShareSheetProps) {
  const { account } = useOwner();
  const navigate = useNavigate();
  const shelves = useLiveQuery(shelvesInOrder);

  const refuse = async () => {
    try {
      const inbox = await openShareInbox();
      await inbox.remove(entry.id);
      onDone(null);
      const putBack = () => void inbox.putBack(entry).then(() => navigate({ to: "/share" }));
      showToast({
        title: words.notAdded,
        action: { label: words.undo, insteadOf: words.insteadOf, run: putBack },
      });
    } catch (error) {
      showError(errorWords(error));
    }
  };

  const [form, setForm] = useState<"first-shelf" | "item">();
  if (!form && shelves) setForm(shelves.length > 0 ? "item" : "first-shelf");

  if (!form) return null;
  return (
    <FormDialog
      isOpen
      title={form === "item" ? words.formTitle(account.username) : words.firstShelf}
      size={form === "item" ? FORM_WIDTH_PX : 560}
      isInAddress
      onClose={() => void refuse()}
    >
      {(close) =>
        form === "item" ? (
          <>
            <AddedBefore added={added} />
            <ShareForm entry={entry} countAfter={countAfter} onSaved={onDone} onRefused={close} />
          </>
        ) : (
          <FirstShelf onThere={() => setForm("item")} onRefused={close} />
        )
      }
    </FormDialog>
  );
}

function FirstShelf({ onThere, onRefused }: { onThere: () => void; onRefused: () => void }) {
  const { readStore } = useOwner();
  const close = async () => {
    if ((await readStore((store) => store.shelves.count())) === 0) onRefused();
    else if (await mayLeaveForms()) onThere();
  };
  return <ShelfForm shelf={null} onClose={() => void close()} />;
}

const NothingShared = ({ isMissed }: { isMissed: boolean }) => (
  <EmptyShelf
    title={isMissed ? words.missedTitle : words.nothingTitle}
    text={isMissed ? words.missedText : canPaste() ? words.nothingTextPaste : words.nothingText}
  >
    <PasteButton />
    <LinkButton to="/shelves" variant={canPaste() ? "subtle" : "filled"}>
      {shelvesWords.toShelves}
    </LinkButton>
  </EmptyShelf>
);
