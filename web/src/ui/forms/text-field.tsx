import { IconSelector } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./text-field.module.css";

type Labelled = {
  label: ReactNode;
  error?: ReactNode;
  note?: string | undefined;
  isAwaited?: boolean;
};

/**
 * Plain elements, not Mantine's: a dialog's form renders a dozen in its first frame, and again at every
 * keystroke.
 */
export function TextField({
  label,
  error,
  note,
  isAwaited,
  action,
  placeholder,
  ...input
}: Labelled &
  ComponentProps<"input"> & {
    action?: ReactNode;
  }) {
  const { aria, ...ids } = useFieldIds({ error, note });
  return (
    <Field {...ids} label={label} error={error} note={note}>
      <div className={styles["line"]}>
        <input
          type="text"
          {...input}
          {...aria}
          id={ids.id}
          className={styles["input"]}
          placeholder={isAwaited ? undefined : placeholder}
        />
        {isAwaited && <span className={styles["bone"]} aria-hidden="true" />}
        {action}
      </div>
    </Field>
  );
}

export function TextArea({
  label,
  error,
  note,
  isAwaited,
  ...input
}: Labelled & ComponentProps<"textarea"> & { value?: string }) {
  const { aria, ...ids } = useFieldIds({ error, note });
  return (
    <Field {...ids} label={label} error={error} note={note}>
      <div className={styles["growing"]} data-text={input.value}>
        <textarea {...input} {...aria} id={ids.id} className={styles["area"]} />
        {isAwaited && <span className={styles["bone"]} aria-hidden="true" />}
      </div>
    </Field>
  );
}

type SelectFieldProps = Omit<Labelled, "note" | "isAwaited"> &
  ComponentProps<"select"> & { choices: readonly { value: string; label: string }[] };

export function SelectField({ label, error, choices, ...input }: SelectFieldProps) {
  const { aria, ...ids } = useFieldIds({ error });
  return (
    <Field {...ids} label={label} error={error}>
      <div className={styles["select"]}>
        <select {...input} {...aria} id={ids.id} className={styles["input"]}>
          {choices.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        <IconSelector size={18} aria-hidden="true" />
      </div>
    </Field>
  );
}

type Ids = { id: string; errorId: string; noteId: string };
type FieldProps = Omit<Labelled, "isAwaited"> & Ids & { children: ReactNode };

const Field = ({ id, errorId, noteId, label, error, note, children }: FieldProps) => (
  <div>
    <div className={styles["labels"]}>
      <label htmlFor={id} className={styles["label"]}>
        {label}
      </label>
      {note && (
        <span id={noteId} className={styles["note"]}>
          {note}
        </span>
      )}
    </div>
    {children}
    {error && (
      <p id={errorId} className={styles["error"]}>
        {error}
      </p>
    )}
  </div>
);

function useFieldIds({ error, note }: Pick<Labelled, "error" | "note">) {
  const id = useId();
  const [errorId, noteId] = [`${id}-error`, `${id}-note`];
  const described = [...(error ? [errorId] : []), ...(note ? [noteId] : [])].join(" ");
  const aria = {
    ...(error ? { "aria-invalid": true } : {}),
    ...(described === "" ? {} : { "aria-describedby": described }),
  };
  return { id, errorId, noteId, aria };
}
