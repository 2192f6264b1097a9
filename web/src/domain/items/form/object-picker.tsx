import { isObjectName, OBJECT_NAMES } from "@shelv/contract/values/object-name";
import { type ObjectChoice, objectOf } from "@shelv/public-page/objects/choose-object";
import { DrawnObject } from "@shelv/public-page/objects/item-object.tsx";
import { tintOf } from "@shelv/public-page/text/hash";
import { memo, type ReactNode, useId } from "react";
import { FieldGroup } from "#ui/forms/field-group.tsx";
import { objectWords as words } from "#words/screens/objects";
import styles from "./object-picker.module.css";

/** Each typed letter renders the picker, but not its forty drawings. */
const Drawn = memo(DrawnObject);

type ObjectPickerProps = {
  item: ObjectChoice & { emoji: string };
  onChange: (object: string | null) => void;
};

/** Radio buttons, for keyboard and screen reader. None is chosen while an emoji is shown. */
export function ObjectPicker({ item, onChange }: ObjectPickerProps) {
  const { object, emoji } = item;
  const shown = object !== null && isObjectName(object) ? object : null;
  const group = useId();
  const cell = (name: string | null, label: string, children: ReactNode) => (
    <label key={name} className={name === null ? styles["automatic"] : styles["choice"]}>
      <input
        type="radio"
        className={styles["radio"]}
        name={group}
        checked={emoji === "" && name === shown}
        aria-label={label}
        onChange={() => onChange(name)}
      />
      {children}
    </label>
  );
  return (
    <FieldGroup legend={words.legend} hint={words.hint}>
      <div className={`shelv-object shelv-tint-${tintOf(item.id)} ${styles["choices"]}`}>
        {cell(
          null,
          words.automatic,
          <>
            <Drawn name={objectOf({ ...item, object: null })} />
            <span aria-hidden="true">{words.automatic}</span>
          </>,
        )}
        {OBJECT_NAMES.map((name) => cell(name, words.names[name], <Drawn name={name} />))}
      </div>
    </FieldGroup>
  );
}
