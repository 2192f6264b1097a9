import { Button, SegmentedControl } from "@mantine/core";
import type { ItemFields } from "@shelv/contract/rows/item";
import { IconArrowBackUp, IconRestore, IconZoomIn, IconZoomOut } from "@tabler/icons-react";
import { type KeyboardEvent, useEffect, useId, useState } from "react";
import { modelsFor, pictureFile } from "#domain/background-removal/request-cutout";
import { runTask } from "#domain/background-removal/run-task";
import type { TouchUpStart } from "#domain/background-removal/cutout-answer";
import type { ItemPicture } from "#domain/background-removal/use-cutout";
import { holdPicture } from "#outbox/pictures";
import type { LocalStore } from "#local-store/local-store";
import { useOwnerWithStore } from "#session/owner-context.tsx";
import { AriaDisabledButton } from "#ui/buttons/aria-disabled-button.tsx";
import { DialogButtons } from "#ui/dialogs/dialog-form.tsx";
import { Spinner } from "#ui/feedback/spinner.tsx";
import { showError } from "#ui/feedback/toast";
import { usePending } from "#ui/forms/use-pending";
import { actionWords } from "#words/actions";
import { touchUpWords as words } from "#words/screens/items";
import { PaintedPicture } from "./painted-picture";
import { Painting } from "./painting";
import { WHOLE_PICTURE, ZOOM_MAX, ZOOM_STEP, zoomed } from "./picture-view";
import styles from "./touch-up.module.css";

type TouchUpEditorProps = {
  value: ItemPicture;
  onPaint: (isChanged: boolean) => void;
  onCancel: () => void;
  onDone: (cutout: string) => void;
};

export function TouchUpEditor({ value, onCancel, ...props }: TouchUpEditorProps) {
  const { store } = useOwnerWithStore();
  // The form's may change under the dialog.
  const [{ picture, cutout }] = useState(value);
  const [start, setStart] = useState<TouchUpStart | "failed" | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    void startTouchUp(store, { picture, cutout }, ended.signal)
      .catch(() => "failed" as const)
      .then((answer) => !ended.signal.aborted && setStart(answer));
    return () => ended.abort();
  }, [store, picture, cutout]);

  if (start !== null && start !== "failed") return <Editor start={start} onCancel={onCancel} {...props} />;
  return (
    <>
      <output className={styles["waiting"]}>
        {start === null ? (
          <>
            <Spinner size={24} />
            {words.starting}
          </>
        ) : (
          words.failed
        )}
      </output>
      <DialogButtons>
        <Button variant="default" onClick={onCancel} data-autofocus>
          {actionWords.cancel}
        </Button>
      </DialogButtons>
    </>
  );
}

async function startTouchUp(
  store: LocalStore,
  { picture, cutout }: Pick<ItemFields, "picture" | "cutout">,
  signal: AbortSignal,
): Promise<TouchUpStart> {
  const fileOf = async (sha256: string | null) =>
    sha256 === null ? null : pictureFile(store, sha256, signal);
  const [whole, cut] = await Promise.all([fileOf(picture), fileOf(cutout)]);
  if (!whole) throw new Error("The picture is not on this device");
  const models = await modelsFor(store, signal);
  const answer = await runTask({ wants: "mask", picture: whole, cutout: cut, models }, signal);
  if (answer === null || "problem" in answer) throw new Error("The picture cannot be touched up");
  return answer;
}

const SIZES = { least: 1, usual: 8, most: 30 };

type EditorProps = Omit<TouchUpEditorProps, "value"> & { start: TouchUpStart };

function Editor({ start, onPaint, onCancel, onDone }: EditorProps) {
  const { store } = useOwnerWithStore();
  const [painting] = useState(() => new Painting(start));
  const [keeps, setKeeps] = useState(false);
  const [size, setSize] = useState(SIZES.usual);
  const [canUndo, setCanUndo] = useState(false);
  const [view, setView] = useState(WHOLE_PICTURE);
  const { isPending, runOnce } = usePending();
  const hintId = useId();
  const { pixels, isFound } = start;

  const note = () => {
    onPaint(painting.canUndo);
    setCanUndo(painting.canUndo);
  };
  const undo = () => {
    painting.undo();
    note();
  };
  const reset = () => {
    painting.reset();
    note();
  };
  const resize = (by: number) => setSize(Math.min(SIZES.most, Math.max(SIZES.least, size + by)));
  const handleKey = (event: KeyboardEvent) => {
    const { key } = event;
    const isCommand = event.ctrlKey || event.metaKey;
    if (isCommand ? key.toLowerCase() !== "z" : !["x", "X", "[", "]"].includes(key)) return;
    event.preventDefault();
    if (isCommand) undo();
    else if (key === "[" || key === "]") resize(key === "]" ? 1 : -1);
    else setKeeps(!keeps);
  };
  const use = async (): Promise<boolean> => {
    const task = { wants: "drawing", pixels, mask: painting.mask } as const;
    try {
      const drawn = await runTask(task, new AbortController().signal);
      if (drawn !== null && "bytes" in drawn) {
        onDone(await holdPicture(store, drawn.bytes, drawn.type));
        return true;
      }
      showError(words.problems[drawn?.problem ?? "failed"]);
    } catch {
      showError(words.problems.failed);
    }
    return false;
  };

  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- keys that work everywhere in the editor
    <div className={styles["editor"]} onKeyDown={handleKey}>
      <p className={styles["hint"]}>
        {isFound ? words.found : words.notFound}{" "}
        <span id={hintId}>
          {words.hint} <span className={styles["fingers"]}>{words.fingers}</span>
          <span className={styles["keys"]}>{words.keys}</span>
        </span>
      </p>
      <PaintedPicture
        painting={painting}
        brush={{ keeps, radius: (Math.max(pixels.width, pixels.height) * size) / 200 }}
        view={view}
        onView={setView}
        hintId={hintId}
        onStroke={note}
      />
      <div className={styles["tools"]}>
        <SegmentedControl
          fullWidth
          aria-label={words.brush}
          data={[
            { value: "remove", label: words.remove },
            { value: "keep", label: words.keep },
          ]}
          value={keeps ? "keep" : "remove"}
          onChange={(choice) => setKeeps(choice === "keep")}
        />
        <div className={styles["sizes"]}>
          <label className={styles["size"]}>
            <span>{words.size}</span>
            <input
              type="range"
              min={SIZES.least}
              max={SIZES.most}
              value={size}
              onChange={({ currentTarget }) => setSize(currentTarget.valueAsNumber)}
            />
          </label>
          <AriaDisabledButton
            variant="default"
            className={styles["zoom"] ?? ""}
            aria-label={words.zoomOut}
            isOff={view.zoom === 1}
            onClick={() => setView(zoomed(view, 1 / ZOOM_STEP))}
          >
            <IconZoomOut size={20} />
          </AriaDisabledButton>
          <AriaDisabledButton
            variant="default"
            className={styles["zoom"] ?? ""}
            aria-label={words.zoomIn}
            isOff={view.zoom === ZOOM_MAX}
            onClick={() => setView(zoomed(view, ZOOM_STEP))}
          >
            <IconZoomIn size={20} />
          </AriaDisabledButton>
        </div>
        <div className={styles["steps"]}>
          <AriaDisabledButton
            variant="default"
            isOff={!canUndo}
            leftSection={<IconArrowBackUp size={18} />}
            onClick={undo}
          >
            {words.undo}
          </AriaDisabledButton>
          <AriaDisabledButton
            variant="default"
            isOff={!canUndo}
            leftSection={<IconRestore size={18} />}
            onClick={reset}
          >
            {words.reset}
          </AriaDisabledButton>
        </div>
      </div>
      <DialogButtons>
        <Button variant="default" onClick={onCancel}>
          {actionWords.cancel}
        </Button>
        <AriaDisabledButton isOff={isPending} onClick={() => runOnce(use)}>
          {isPending ? words.using : words.use}
        </AriaDisabledButton>
      </DialogButtons>
    </div>
  );
}
