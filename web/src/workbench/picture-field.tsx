import { Button, Loader } from "@mantine/core";
import { PICTURE_TYPES } from "@shelv/contract/picture";
import { IconPhotoPlus, IconTrash } from "@tabler/icons-react";
import { useId, useRef } from "react";
import { PictureProblem, preparePicture } from "#images/prepare-picture";
import { holdPicture } from "#outbox/pictures";
import { useOwner } from "#sync/owner-context.tsx";
import { usePictureUrl } from "#sync/use-picture-url";
import { showError } from "#ui/toast";
import { errorWords } from "#words/errors";
import { itemFormWords as words } from "#words/items";
import styles from "./picture-field.module.css";

type PictureFieldProps = {
  value: string | null;
  onChange: (sha256: string | null) => void;
  /** While a picture is prepared, `value` is not yet what was chosen. */
  isPreparing: boolean;
  onPreparing: (isPreparing: boolean) => void;
};

/** Chooses a picture, prepares it on this device and shows it. A file that is no picture changes nothing. */
export function PictureField({ value, onChange, isPreparing, onPreparing }: PictureFieldProps) {
  const { store } = useOwner();
  const url = usePictureUrl(value, 320);
  const input = useRef<HTMLInputElement>(null);
  const labelId = useId();

  const choose = async (file: File | undefined) => {
    if (!file) return;
    onPreparing(true);
    try {
      const { bytes, type } = await preparePicture(file);
      onChange(await holdPicture(store, bytes, type));
    } catch (error) {
      if (error instanceof PictureProblem && error.kind === "wrongType") showError(error.message, words.invalidPictureType);
      else showError(error instanceof PictureProblem ? error.message : errorWords(error));
    } finally {
      onPreparing(false);
      // The same file may be chosen again.
      if (input.current) input.current.value = "";
    }
  };

  return (
    <fieldset className={styles["field"]} aria-labelledby={labelId}>
      <span id={labelId} className={styles["label"]}>{words.picture}</span>
      <div className={styles["frame"]}>
        {isPreparing && <Loader size={24} aria-label={words.preparing} />}
        {!isPreparing && url && <img className={styles["picture"]} src={url} alt="" />}
        {!isPreparing && !url && <IconPhotoPlus size={28} aria-hidden="true" />}
      </div>
      <div className={styles["actions"]}>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES.join(",")}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={words.choosePicture}
          onChange={({ currentTarget }) => void choose(currentTarget.files?.[0])}
        />
        <Button variant="default" disabled={isPreparing} onClick={() => input.current?.click()}>
          {value === null ? words.choosePicture : words.changePicture}
        </Button>
        {value !== null && (
          <Button variant="subtle" color="brick" leftSection={<IconTrash size={18} />} onClick={() => onChange(null)}>{words.removePicture}</Button>
        )}
        <span className={styles["hint"]}>{words.pictureHint}</span>
      </div>
    </fieldset>
  );
}
