import { profileOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { navigationWords } from "#words/screens/navigation";
import { OwnAvatar } from "#domain/pictures/own-avatar.tsx";
import styles from "./profile-block.module.css";
import { usePreview } from "#features/navigation/header/use-preview";

export function ProfileBlock() {
  const { account } = useOwner();
  const profile = useLiveQuery(profileOf);
  const { href, isSending, onClick } = usePreview();
  const name = profile?.displayName || account.username || navigationWords.user;
  return (
    <a href={href} aria-busy={isSending} className={styles["block"]} onClick={onClick}>
      <span className="visually-hidden">{navigationWords.viewPage}</span>
      <OwnAvatar name={name} picture={profile?.picture ?? null} sidePx={42} />
      <span className={styles["names"]}>
        <span className={styles["name"]}>{name}</span>
        <span className={styles["username"]}>@{account.username}</span>
      </span>
    </a>
  );
}
