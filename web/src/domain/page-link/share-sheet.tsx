import { useMemo, useRef } from "react";
import { useAtomValue } from "jotai";
import { NamePlate } from "#domain/name-plate/name-plate.tsx";
import { SmallShelf } from "#domain/shelves/small-shelf.tsx";
import { accountOf, profileOf, settingsOf, shelfToShow } from "#local-store/queries";
import { useLiveQuery } from "#local-store/use-live-query";
import { useOwner } from "#session/owner-context.tsx";
import { useSyncStatus } from "#session/use-sync-status";
import { Modal } from "#ui/dialogs/modal.tsx";
import { pageLinkWords as words } from "#words/links/page-link";
import { LinkActions } from "./link-actions";
import { qrCode } from "./qr-code";
import { QrPicture } from "./qr-picture";
import { closeShareSheet, shareSheetAtom, type SharePurpose } from "./share-sheet-state";
import styles from "./share-sheet.module.css";

export function ShareSheet() {
  const { isOpen, purpose } = useAtomValue(shareSheetAtom) ?? { isOpen: false, purpose: "share" as const };
  const { title, text } = useSheetWords(purpose);
  return (
    <Modal isOpen={isOpen} title={title} onClose={closeShareSheet}>
      <Sheet text={text} />
    </Modal>
  );
}

function Sheet({ text }: { text: string }) {
  const { username } = useOwner().account;
  const profile = useLiveQuery(profileOf);
  const shelfId = useLiveQuery(shelfToShow);
  const address = useRef<HTMLParagraphElement>(null);
  const link = `${location.origin}/${username}`;
  const code = useMemo(() => qrCode(link), [link]);
  return (
    <div className={styles["sheet"]}>
      <div className={styles["hero"]}>
        <SmallShelf shelfId={shelfId ?? ""} isLarge className={styles["shelf"]} />
        <NamePlate name={username} isTyped />
      </div>
      <p className={styles["text"]}>{text}</p>
      <p ref={address} className={styles["address"]}>
        {link}
      </p>
      <div className={styles["buttons"]}>
        <LinkActions link={link} name={profile?.displayName || username} shownIn={() => address.current} />
      </div>
      <QrPicture code={code} link={link} className={styles["code"]} />
    </div>
  );
}

function useSheetWords(purpose: SharePurpose): { title: string; text: string } {
  const { online, pending, signedOut, wrongUser } = useSyncStatus();
  const isPublic = useLiveQuery(settingsOf)?.publicProfile ?? true;
  const isSuspended = useLiveQuery(accountOf)?.suspension !== undefined;
  if (isSuspended) return { title: words.share, text: words.suspended };
  if (!isPublic) return { title: words.share, text: words.hidden };
  if (purpose === "share") return { title: words.share, text: words.shareText };
  if (!online || signedOut || wrongUser) return { title: words.ready, text: words.readyText };
  return { title: words.live, text: pending > 0 ? words.sending : words.liveText };
}
