import { IconSelector } from "@tabler/icons-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import styles from "./text-field.module.css";

/** As a form's `getInputProps` has it. */
type Labelled = { label: ReactNode; error?: ReactNode };

/**
 * Fields of our own, with their label above and what is wrong below: plain elements, since a form of a dozen is drawn in the one frame
 * in which its dialog opens, and drawn anew at every keystroke.
 */
export function TextField({ label, error, ...input }: Labelled & ComponentProps<"input">) {
  const { id, errorId, told } = useTold(error);
  return (
    <Field id={id} errorId={errorId} label={label} error={error}>
      <input type="text" {...input} {...told} id={id} className={styles["input"]} />
    </Field>
  );
}

/** Two lines high, and up to six as it fills. */
export function TextArea({
  label,
  error,
  ...input
}: Labelled & ComponentProps<"textarea"> & { value?: string }) {
  const { id, errorId, told } = useTold(error);
  return (
    <Field id={id} errorId={errorId} label={label} error={error}>
      <div className={styles["growing"]} data-text={input.value}>
        <textarea {...input} {...told} id={id} className={styles["area"]} />
      </div>
    </Field>
  );
}

type SelectFieldProps = Labelled &
  ComponentProps<"select"> & { choices: readonly { value: string; label: string }[] };

export function SelectField({ label, error, choices, ...input }: SelectFieldProps) {
  const { id, errorId, told } = useTold(error);
  return (
    <Field id={id} errorId={errorId} label={label} error={error}>
      <div className={styles["select"]}>
        <select {...input} {...told} id={id} className={styles["input"]}>
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

function useTold(error: ReactNode) {
  const id = useId();
  const errorId = `${id}-error`;
  return { id, errorId, told: error ? ({ "aria-invalid": true, "aria-describedby": errorId } as const) : {} };
}
