import { profileOf, socialLinksInOrder } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { OverwrittenNotices } from "#domain/conflicts/overwritten-notices.tsx";
import styles from "./profile-page.module.css";
import { PublicLink } from "./public-link";
import { QrCard } from "./qr-card";
import { SocialLinks } from "./social-links";

export function ProfilePage() {
  const { username } = useOwner().account;
  const profile = useLiveQuery(profileOf);
  const links = useLiveQuery(socialLinksInOrder);
  // Nothing before the data, so that nothing moves.
  if (!links) return null;
  const link = `${location.origin}/${username}`;
  return (
    <div className={styles["cards"]}>
      <PublicLink link={link} name={profile?.displayName || username} />
      <OverwrittenNotices isShown={({ notice }) => notice.table === "socialLinks"} />
      <SocialLinks links={links} />
      <QrCard link={link} username={username} />
    </div>
  );
}
