import { Button, Loader } from "@mantine/core";
import { PICTURE_TYPES } from "@shelv/contract/picture";
import { useRef } from "react";
import { photoWords as words } from "#words/photo";
import { OwnAvatar } from "./own-avatar";
import styles from "./photo-field.module.css";

type PhotoFieldProps = {
  /** Whose initials stand in while there is no photo. */
  name: string;
  picture: string | null;
  isBusy: boolean;
  onFile: (file: File) => void;
  /** Undefined where there is nothing that could be taken away here. */
  onRemove?: (() => void) | undefined;
};

/** The owner's photo with what can be done to it; while one is prepared a veil lies over the old one. */
export function PhotoField({ name, picture, isBusy, onFile, onRemove }: PhotoFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const choose = (file: File | undefined) => {
    if (file) onFile(file);
    // The same file may be chosen again.
    if (input.current) input.current.value = "";
  };
  return (
    <fieldset className={styles["field"]}>
      <legend className="visually-hidden">{words.label}</legend>
      <div className={styles["frame"]} aria-busy={isBusy}>
        <OwnAvatar name={name} picture={picture} sidePx={96} />
        {isBusy && <output className={styles["veil"]}><Loader size={28} color="#fff" aria-hidden="true" /><span className="visually-hidden">{words.busy}</span></output>}
      </div>
      <div className={styles["actions"]}>
        <input
          ref={input}
          type="file"
          accept={PICTURE_TYPES.join(",")}
          className="visually-hidden"
          tabIndex={-1}
          aria-label={words.label}
          onChange={({ currentTarget }) => choose(currentTarget.files?.[0])}
        />
        <div className={styles["buttons"]}>
          <Button variant="default" disabled={isBusy} onClick={() => input.current?.click()}>{picture === null ? words.choose : words.change}</Button>
          {picture !== null && onRemove && <Button variant="subtle" color="brick" disabled={isBusy} onClick={onRemove}>{words.remove}</Button>}
        </div>
        <span className={styles["hint"]}>{words.hint}</span>
      </div>
    </fieldset>
  );
}
