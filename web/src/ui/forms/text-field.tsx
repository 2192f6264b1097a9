import { IconSelector } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./text-field.module.css";

/** As `getInputProps` returns it. */
type Labelled = { label: ReactNode; error?: ReactNode };

/** Plain: a dialog's form renders a dozen in its first frame, and again at every keystroke. */
export function TextField({
  label,
  error,
  action,
  ...input
}: Labelled &
  ComponentProps<"input"> & {
    /** A button beside the field. */
    action?: ReactNode;
  }) {
  const { id, errorId, aria } = useErrorIds(error);
  return (
    <Field id={id} errorId={errorId} label={label} error={error}>
      <div className={styles["line"]}>
        <input type="text" {...input} {...aria} id={id} className={styles["input"]} />
        {action}
      </div>
    </Field>
  );
}

/** Two lines high, up to six. */
export function TextArea({
  label,
  error,
  ...input
}: Labelled & ComponentProps<"textarea"> & { value?: string }) {
  const { id, errorId, aria } = useErrorIds(error);
  return (
    <Field id={id} errorId={errorId} label={label} error={error}>
      <div className={styles["growing"]} data-text={input.value}>
        <textarea {...input} {...aria} id={id} className={styles["area"]} />
      </div>
    </Field>
  );
}

type SelectFieldProps = Labelled &
  ComponentProps<"select"> & { choices: readonly { value: string; label: string }[] };

export function SelectField({ label, error, choices, ...input }: SelectFieldProps) {
  const { id, errorId, aria } = useErrorIds(error);
  return (
    <Field id={id} errorId={errorId} label={label} error={error}>
      <div className={styles["select"]}>
        <select {...input} {...aria} id={id} className={styles["input"]}>
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

type FieldProps = Labelled & { id: string; errorId: string; children: ReactNode };

const Field = ({ id, errorId, label, error, children }: FieldProps) => (
  <div>
    <label htmlFor={id} className={styles["label"]}>
      {label}
    </label>
    {children}
    {error && (
      <p id={errorId} className={styles["error"]}>
        {error}
      </p>
    )}
  </div>
);

function useErrorIds(error: ReactNode) {
  const id = useId();
  const errorId = `${id}-error`;
  return { id, errorId, aria: error ? ({ "aria-invalid": true, "aria-describedby": errorId } as const) : {} };
}
