import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Screen } from "#features/navigation/header/screen.tsx";
import { profileWords } from "#words/screens/profile";
import { profileOf, socialLinksInOrder } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { OverwrittenNotices } from "#domain/tray/overwritten-notices.tsx";
import styles from "#features/profile/profile-page.module.css";
import { QrCard } from "#features/profile/qr-card.tsx";
import { SocialLinks } from "#features/profile/social-links.tsx";
import { LinkActions } from "#domain/page-link/link-actions.tsx";
import { NamePlate } from "#domain/name-plate/name-plate.tsx";

export const ProfileScreen = () => (
  <Screen title={profileWords.screen}>
    <ProfilePage />
  </Screen>
);

function ProfilePage() {
  const { username } = useOwner().account;
  const profile = useLiveQuery(profileOf);
  const links = useLiveQuery(socialLinksInOrder);
  if (!links) return null;
  const link = `${location.origin}/${username}`;
  return (
    <div className={styles["cards"]}>
      <PublicLink link={link} username={username} name={profile?.displayName || username} />
      <OverwrittenNotices isShown={({ notice }) => notice.table === "socialLinks"} />
      <SocialLinks links={links} />
      <QrCard link={link} username={username} />
    </div>
  );
}

const words = profileWords.link;

function PublicLink({ link, username, name }: { link: string; username: string; name: string }) {
  const address = useRef<HTMLParagraphElement>(null);
  const [isWhole, setWhole] = useState(false);
  const showWhole = () => {
    flushSync(() => setWhole(true));
    return address.current;
  };
  return (
    <section className={styles["card"]} aria-labelledby="link-heading">
      <h2 id="link-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <p ref={address} className={isWhole ? styles["address"] : "visually-hidden"}>
        {link}
      </p>
      {!isWhole && (
        <p className={styles["plate"]}>
          <NamePlate name={username} />
        </p>
      )}
      <div className={styles["buttons"]}>
        <LinkActions link={link} name={name} shownIn={showWhole} />
      </div>
    </section>
  );
}
