import { Loader } from "@mantine/core";
import { IconPhotoOff } from "@tabler/icons-react";
import { useId } from "react";
import { usePictureUrl } from "#session/use-picture-url";
import { Choice, Choices } from "#ui/forms/choice.tsx";
import { itemFormWords } from "#words/screens/items";
import styles from "./picture-versions.module.css";
import type { CutoutState, ItemPicture } from "#domain/background-removal/use-cutout";

const words = itemFormWords.versions;

type PictureVersionsProps = {
  value: ItemPicture;
  cutoutState: CutoutState;
  onChoose: (showsCutout: boolean) => void;
};

/** The chosen one is shown on the shelf. */
export function PictureVersions({
  value: { picture, cutout, showsCutout },
  cutoutState,
  onChoose,
}: PictureVersionsProps) {
  const name = useId();
  const isShown = cutout !== null && showsCutout;
  return (
    <Choices legend={words.legend} cardWidth="half">
      <Choice type="radio" name={name} value="original" isChosen={!isShown} onChoose={() => onChoose(false)}>
        <Version sha256={picture} />
        <span className={styles["name"]}>{words.original}</span>
      </Choice>
      <Choice
        type="radio"
        name={name}
        value="cutout"
        isChosen={isShown}
        isDisabled={cutout === null}
        onChoose={() => onChoose(true)}
      >
        {cutout === null ? (
          <span className={styles["picture"]}>
            {cutoutState === "running" ? (
              <Loader size={24} aria-hidden="true" />
            ) : (
              <IconPhotoOff size={28} aria-hidden="true" />
            )}
          </span>
        ) : (
          <Version sha256={cutout} />
        )}
        <span className={styles["name"]}>{words.cutout}</span>
      </Choice>
    </Choices>
  );
}

function Version({ sha256 }: { sha256: string | null }) {
  const url = usePictureUrl(sha256, 320);
  return <span className={styles["picture"]}>{url && <img src={url} alt="" />}</span>;
}
