import { Link } from "@tanstack/react-router";
import { profileOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { navigationWords } from "#words/screens/navigation";
import { OwnAvatar } from "#domain/pictures/own-avatar.tsx";
import styles from "./account-link.module.css";

export function AccountLink() {
  const { account } = useOwner();
  const profile = useLiveQuery(profileOf);
  return (
    <Link to="/account" className={styles["link"]}>
      <span className="visually-hidden">{navigationWords.account}</span>
      <OwnAvatar
        name={profile?.displayName || account.username}
        picture={profile?.picture ?? null}
        sidePx={36}
      />
    </Link>
  );
}
