import { Link } from "@tanstack/react-router";
import { profileOf } from "#local-store/queries";
import { useOwner } from "#session/owner-context.tsx";
import { useLiveQuery } from "#local-store/use-live-query";
import { showError, showToast } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { photoWords } from "#words/screens/photo";
import { PhotoField } from "#domain/pictures/photo-field.tsx";
import { usePhoto } from "#domain/pictures/use-photo";
import { useAccountNow } from "./use-account-now";
import styles from "./account-photo.module.css";
import { planSentence } from "./plan-sentence";

export function AccountPhoto() {
  const owner = useOwner();
  const profile = useLiveQuery(profileOf);
  const known = useAccountNow();
  const setPicture = async (picture: string | null) => {
    await owner.mutate({
      name: "profile.update",
      args: { patch: { picture }, was: { picture: profile?.picture ?? null } },
    });
    showToast({ title: photoWords.updated });
  };
  const photo = usePhoto(setPicture);
  const remove = () =>
    setPicture(null).catch((error: unknown) => showError(errorWords(error), photoWords.failed));
  const name = profile?.displayName || owner.account.username;
  return (
    <section className={styles["who"]} aria-label={photoWords.label}>
      <PhotoField
        name={name}
        picture={profile?.picture ?? null}
        isBusy={photo.isBusy}
        onFile={(file) => void photo.take(file)}
        onRemove={() => void remove()}
      />
      <div className={styles["names"]}>
        <p className={styles["name"]} dir="auto">
          {name}
        </p>
        <p className={styles["soft"]}>@{owner.account.username}</p>
        {known ? (
          <Link to="/account" search={{ tab: "settings" }} className={styles["plan"]}>
            {planSentence(known.account, known.now)}
          </Link>
        ) : (
          <span className={styles["plan"]} />
        )}
      </div>
    </section>
  );
}
