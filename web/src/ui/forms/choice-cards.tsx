import { IconLock } from "@tabler/icons-react";
import { type ReactNode, useId } from "react";
import { FieldGroup } from "#ui/forms/field-group.tsx";
import styles from "./choice-cards.module.css";

type Choice<V extends string> = {
  value: V;
  name: string;
  text?: string;
  picture?: ReactNode;
  isDisabled?: boolean;
};

type ChoiceCardsProps<V extends string> = {
  label: string;
  hint?: ReactNode;
  value: V;
  choices: readonly Choice<V>[];
  onChange: (value: V) => void;
  onRechoose?: () => void;
};

export function ChoiceCards<V extends string>({
  label,
  hint,
  value,
  choices,
  onChange,
  onRechoose,
}: ChoiceCardsProps<V>) {
  const name = useId();
  return (
    <FieldGroup legend={label}>
      {hint && <div className={styles["hint"]}>{hint}</div>}
      <div className={styles["cards"]} data-count={choices.length}>
        {choices.map((choice) => (
          <label key={choice.value} className={styles["card"]}>
            <input
              type="radio"
              className={styles["radio"]}
              name={name}
              checked={choice.value === value}
              disabled={choice.isDisabled}
              onChange={() => onChange(choice.value)}
              onClick={choice.value === value ? onRechoose : undefined}
            />
            {choice.picture}
            {choice.isDisabled && <IconLock size={16} className={styles["lock"]} aria-hidden="true" />}
            <span className={styles["name"]}>{choice.name}</span>
            {choice.text !== undefined && <span className={styles["text"]}>{choice.text}</span>}
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
