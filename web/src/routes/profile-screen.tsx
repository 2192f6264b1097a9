import { Button } from "@mantine/core";
import { IconCopy, IconShare3 } from "@tabler/icons-react";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { Screen } from "#features/navigation/header/screen.tsx";
import { profileWords } from "#words/screens/profile";
import { profileOf, socialLinksInOrder } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { OverwrittenNotices } from "#domain/conflicts/overwritten-notices.tsx";
import styles from "#features/profile/profile-page.module.css";
import { QrCard } from "#features/profile/qr-card.tsx";
import { SocialLinks } from "#features/profile/social-links.tsx";
import { copyText } from "#ui/buttons/copy-text";
import { showError } from "#ui/feedback/toast";

export const ProfileScreen = () => (
  <Screen title={profileWords.screen}>
    <ProfilePage />
  </Screen>
);

function ProfilePage() {
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

const words = profileWords.link;

/** Closing the share sheet is a choice; pressing twice finds it open. */
const NO_FAILURES = new Set(["AbortError", "InvalidStateError"]);

function PublicLink({ link, name }: { link: string; name: string }) {
  const address = useRef<HTMLParagraphElement>(null);
  /** For copying by hand, the whole address must be visible. */
  const [isWhole, setWhole] = useState(false);
  const showWhole = () => {
    flushSync(() => setWhole(true));
    return address.current;
  };
  const share = async () => {
    try {
      await navigator.share({ title: words.shareTitle(name), url: link });
    } catch (error) {
      if (!(error instanceof DOMException && NO_FAILURES.has(error.name))) showError(words.shareFailed);
    }
  };
  return (
    <section className={styles["card"]} aria-labelledby="link-heading">
      <h2 id="link-heading" className={styles["heading"]}>
        {words.heading}
      </h2>
      <p ref={address} className={styles["address"]}>
        {isWhole ? link : link.replace(/^https?:\/\//, "")}
      </p>
      <div className={styles["buttons"]}>
        <Button
          leftSection={<IconCopy size={18} />}
          onClick={() => void copyText(link, { done: words.copied, shownIn: showWhole })}
        >
          {words.copy}
        </Button>
        {"share" in navigator && (
          <Button variant="default" leftSection={<IconShare3 size={18} />} onClick={() => void share()}>
            {words.share}
          </Button>
        )}
      </div>
    </section>
  );
}
