import { Button } from "@mantine/core";
import { CHOSEN_PICTURE_TYPES } from "@shelv/contract/rows/picture";
import {
  IconBrush,
  IconCrosshair,
  IconPhotoOff,
  IconPhotoPlus,
  IconReplace,
  IconTrash,
  IconWand,
  IconX,
} from "@tabler/icons-react";
import { type DragEvent, type MouseEvent, type ReactNode, useId, useState } from "react";
import { PictureProblem, preparePicture } from "#pictures/prepare-picture";
import { holdPicture } from "#outbox/pictures";
import { useOwner } from "#session/owner-context.tsx";
import { FileButton } from "#ui/buttons/file-button.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { showError } from "#ui/feedback/toast";
import { errorWords } from "#words/errors";
import { itemFormWords as words, tapWords, touchUpWords } from "#words/screens/items";
import { linkDetailsWords } from "#words/links/link-details";
import styles from "./picture-field.module.css";
import { TouchUpDialog } from "#domain/background-removal/touch-up/touch-up-dialog.tsx";
import type { Cutout, CutoutState, ItemPicture } from "#domain/background-removal/use-cutout";
import { usePictureUrl } from "#session/use-picture-url";
import { lazyComponent } from "#ui/loading/lazy-component.tsx";
import { Choice, Choices } from "#ui/forms/choice.tsx";

type PictureFieldProps = {
  value: ItemPicture;
  onChange: (value: ItemPicture) => void;
  cutout: Cutout;
  isPreparing: boolean;
  isAwaited: boolean;
  note: string | undefined;
  onPreparing: (isPreparing: boolean) => void;
};

/** The file belongs to this field, not to the screen. */
function takeOver(event: DragEvent): void {
  if (!event.dataTransfer.types.includes("Files")) return;
  event.preventDefault();
  event.stopPropagation();
}

const only = (picture: string | null): ItemPicture => ({ picture, cutout: null, showsCutout: false });

export function PictureField({
  value,
  onChange,
  cutout: { state, ask, tapped, tap },
  isPreparing,
  isAwaited,
  note,
  onPreparing,
}: PictureFieldProps) {
  const { readStore } = useOwner();
  const labelId = useId();
  const [isTouchingUp, setTouchingUp] = useState(false);
  const [wrong, setWrong] = useState<string | null>(null);

  const choose = async (file: File) => {
    onPreparing(true);
    try {
      const { bytes, type } = await preparePicture(file);
      onChange(only(await readStore((store) => holdPicture(store, bytes, type))));
    } catch (error) {
      if (error instanceof PictureProblem && error.kind === "wrongType")
        showError(error.message, words.invalidPictureType);
      else showError(error instanceof PictureProblem ? error.message : errorWords(error));
    } finally {
      onPreparing(false);
    }
  };

  const stopTapping = ({ currentTarget }: MouseEvent) => {
    // The button leaves.
    currentTarget.closest("fieldset")?.querySelector<HTMLElement>("[role=application]")?.focus();
    tap(null);
    setWrong(null);
  };

  const isEmpty = value.picture === null && !isAwaited;
  const hasPicture = value.picture !== null && !isPreparing;
  const fileButton = {
    label: words.choosePicture,
    accept: CHOSEN_PICTURE_TYPES.join(","),
    disabled: isPreparing,
    onFile: (file: File) => void choose(file),
  };
  const isReplacing = value.cutout !== null && value.cutout === wrong;
  const isTapping = tapped !== null || isReplacing || (value.cutout === null && foundNothing(state));
  const says = isPreparing
    ? words.preparing
    : hasPicture
      ? words.cutoutStates[state] || (isTapping ? tapWords.says : "")
      : isAwaited
        ? linkDetailsWords.readingPicture
        : "";
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a button does the same
    <fieldset
      className={styles["field"]}
      aria-labelledby={labelId}
      onDragOver={takeOver}
      onDrop={(event) => {
        const [file] = event.dataTransfer.files;
        if (!file) return;
        takeOver(event);
        if (!isPreparing) void choose(file);
      }}
    >
      <span id={labelId} className={styles["label"]}>
        {words.picture}
        {note && <span className={styles["note"]}>{note}</span>}
      </span>
      {isEmpty && (
        <div className={styles["empty"]}>
          <div className={styles["frame"]}>
            {isPreparing ? <Spinner size={24} /> : <IconPhotoPlus size={28} aria-hidden="true" />}
          </div>
          <div className={styles["choose"]}>
            <FileButton {...fileButton}>{words.choosePicture}</FileButton>
            <span className={styles["hint"]}>{words.pictureHint}</span>
          </div>
        </div>
      )}
      <div className={isEmpty ? "" : styles["head"]}>
        <output className={isEmpty ? "visually-hidden" : ""}>{says}</output>
        {hasPicture && says === "" && <span aria-hidden="true">{versionWords.legend}</span>}
      </div>
      {!isEmpty && !hasPicture && (
        <div className={styles["bones"]} aria-hidden="true">
          <span className={styles["bone"]} />
          <span className={styles["bone"]} />
        </div>
      )}
      {hasPicture && (
        <PictureVersions
          value={value}
          cutoutState={state}
          tapPicture={
            isTapping && (
              <TapPicture picture={value.picture} tapped={tapped} takesFocus={isReplacing} onTap={tap} />
            )
          }
          onChoose={(showsCutout) => onChange({ ...value, showsCutout })}
          onCutOut={() => ask()}
        />
      )}
      {!isEmpty && (
        <div className={styles["tools"]}>
          {hasPicture && mayCutOut(state) && (
            <Button {...TOOL} leftSection={<IconBrush {...ICON} />} onClick={() => setTouchingUp(true)}>
              {value.cutout === null ? touchUpWords.byHand : touchUpWords.open}
            </Button>
          )}
          {hasPicture && value.cutout !== null && !isTapping && mayCutOut(state) && (
            <Button
              {...TOOL}
              leftSection={<IconCrosshair {...ICON} />}
              onClick={() => setWrong(value.cutout)}
            >
              {tapWords.open}
            </Button>
          )}
          {hasPicture && (tapped !== null || isReplacing) && (
            <Button {...TOOL} leftSection={<IconX {...ICON} />} onClick={stopTapping}>
              {tapWords.stop}
            </Button>
          )}
          <FileButton
            {...fileButton}
            {...TOOL}
            leftSection={value.picture === null ? <IconPhotoPlus {...ICON} /> : <IconReplace {...ICON} />}
          >
            {value.picture === null ? words.choosePicture : words.changePicture}
          </FileButton>
          {value.picture !== null && (
            <Button
              {...TOOL}
              className={styles["danger"] ?? ""}
              color="brick"
              leftSection={<IconTrash {...ICON} />}
              onClick={() => onChange(only(null))}
            >
              {words.removePicture}
            </Button>
          )}
        </div>
      )}
      <TouchUpDialog
        isOpen={isTouchingUp}
        value={value}
        onClose={() => setTouchingUp(false)}
        onDone={(cutout) => onChange({ ...value, cutout, showsCutout: true })}
      />
    </fieldset>
  );
}

const TapPicture = lazyComponent(
  async () => (await import("#domain/background-removal/tap/tap-picture.tsx")).TapPicture,
  { Fallback: () => null },
);

const foundNothing = (state: CutoutState) => state === "nothing" || state === "nothing-there";
const mayCutOut = (state: CutoutState) => state !== "running" && state !== "protected";

const ICON = { size: 20, "aria-hidden": true } as const;

const TOOL = {
  variant: "subtle",
  classNames: {
    root: styles["tool"] ?? "",
    inner: styles["toolInner"] ?? "",
    section: styles["toolIcon"] ?? "",
    label: styles["toolName"] ?? "",
  },
} as const;

const versionWords = words.versions;

type PictureVersionsProps = {
  value: ItemPicture;
  cutoutState: CutoutState;
  tapPicture: ReactNode;
  onChoose: (showsCutout: boolean) => void;
  onCutOut: () => void;
};

function PictureVersions({
  value: { picture, cutout, showsCutout },
  cutoutState,
  tapPicture,
  onChoose,
  onCutOut,
}: PictureVersionsProps) {
  const name = useId();
  const isShown = cutout !== null && showsCutout;
  const canCutOut = cutout === null && mayCutOut(cutoutState) && !tapPicture;
  return (
    <Choices legend={versionWords.legend} hasPictures>
      <Choice type="radio" name={name} value="original" isChosen={!isShown} onChoose={() => onChoose(false)}>
        <Version sha256={picture} />
        <span className={styles["name"]}>{versionWords.original}</span>
      </Choice>
      <div className={styles["cutout"]}>
        <Choice
          type="radio"
          name={name}
          value="cutout"
          isChosen={isShown}
          isDisabled={cutout === null}
          onChoose={() => onChoose(true)}
        >
          {cutout === null ? (
            <span className={styles["picture"]} data-none>
              {cutoutState === "running" && <Spinner size={24} />}
              {cutoutState !== "running" && !canCutOut && <IconPhotoOff size={28} aria-hidden="true" />}
            </span>
          ) : (
            <Version sha256={cutout} />
          )}
          <span className={styles["name"]}>{versionWords.cutout}</span>
        </Choice>
        {tapPicture}
        {canCutOut && (
          <Button
            variant="light"
            classNames={{ ...TOOL.classNames, root: styles["cutOut"] ?? "" }}
            leftSection={<IconWand size={24} aria-hidden="true" />}
            onClick={onCutOut}
          >
            {words.removeBackground}
          </Button>
        )}
      </div>
    </Choices>
  );
}

function Version({ sha256 }: { sha256: string | null }) {
  const url = usePictureUrl(sha256, 320);
  return <span className={styles["picture"]}>{url && <img src={url} alt="" />}</span>;
}
