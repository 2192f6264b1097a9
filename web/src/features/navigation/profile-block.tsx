import { profileOf } from "#local-store/queries";
import { useOwner, useStored } from "#sync/owner-context.tsx";
import { navigationWords } from "#words/navigation";
import { OwnAvatar } from "#workbench/own-avatar.tsx";
import styles from "./profile-block.module.css";

/** Who is at work here, and the way to their page. */
export function ProfileBlock() {
  const { account } = useOwner();
  const profile = useStored(profileOf);
  const name = profile?.displayName || account.username || navigationWords.user;
  return (
    <a href={`/${account.username}`} className={styles["block"]}>
      <span className="visually-hidden">{navigationWords.viewPage}</span>
      <OwnAvatar name={name} picture={profile?.picture ?? null} sidePx={42} />
      <span className={styles["names"]}>
        <span className={styles["name"]}>{name}</span>
        <span className={styles["username"]}>@{account.username}</span>
      </span>
    </a>
  );
}
