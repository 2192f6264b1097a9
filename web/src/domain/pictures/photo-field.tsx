import { Button } from "@mantine/core";
import { CHOSEN_PICTURE_TYPES } from "@shelv/contract/rows/picture";
import type { ReactNode } from "react";
import { FileButton } from "#ui/buttons/file-button.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { photoWords as words } from "#words/photo";
import { OwnAvatar } from "./own-avatar";
import styles from "./photo-field.module.css";

type PhotoFieldProps = {
  name: string;
  picture: string | null;
  isBusy: boolean;
  onFile: (file: File) => void;
  onRemove?: (() => void) | undefined;
  children?: ReactNode;
};

export const PhotoField = ({ name, picture, isBusy, onFile, onRemove, children }: PhotoFieldProps) => (
  <fieldset className={styles["field"]}>
    <legend className="visually-hidden">{words.label}</legend>
    <div className={styles["frame"]} aria-busy={isBusy}>
      <OwnAvatar name={name} picture={picture} sidePx={96} />
      {isBusy && <Spinner className={styles["veil"]} label={words.busy} size={28} color="#fff" />}
    </div>
    {children !== undefined && <div className={styles["beside"]}>{children}</div>}
    <div className={styles["actions"]}>
      <div className={styles["buttons"]}>
        <FileButton
          label={words.label}
          accept={CHOSEN_PICTURE_TYPES.join(",")}
          disabled={isBusy}
          onFile={onFile}
        >
          {picture === null ? words.choose : words.change}
        </FileButton>
        {picture !== null && onRemove && (
          <Button variant="subtle" color="brick" disabled={isBusy} onClick={onRemove}>
            {words.remove}
          </Button>
        )}
      </div>
      <span className={styles["hint"]}>{words.hint}</span>
    </div>
  </fieldset>
);
