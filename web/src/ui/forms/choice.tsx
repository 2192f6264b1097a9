import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./choice.module.css";

type ChoicesProps = {
  legend: string;
  isLegendShown?: boolean;
  cardWidth?: "chip" | "column" | "third" | "full";
  hasPictures?: boolean;
  children: ReactNode;
};

export const Choices = ({
  legend,
  isLegendShown = false,
  cardWidth = "full",
  hasPictures = false,
  children,
}: ChoicesProps) => (
  <fieldset className={styles["choices"]} data-width={cardWidth} data-pictures={hasPictures || undefined}>
    <legend className={isLegendShown ? styles["legend"] : "visually-hidden"}>{legend}</legend>
    <div className={styles["cards"]}>{children}</div>
  </fieldset>
);

type ChoiceProps = {
  type: "radio" | "checkbox";
  name: string;
  value: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: (isChosen: boolean) => void;
  children: ReactNode;
};

/** A native input: Mantine's cards would add 3.5 kB to the account screen, which is at its budget. */
export const Choice = ({
  type,
  name,
  value,
  isChosen,
  isDisabled = false,
  onChoose,
  children,
}: ChoiceProps) => (
  <label
    className={styles["card"]}
    data-chosen={isChosen || undefined}
    data-disabled={isDisabled || undefined}
  >
    <input
      type={type}
      className={styles["input"]}
      name={name}
      value={value}
      checked={isChosen}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
    />
    {children}
    <span className={styles["mark"]} aria-hidden="true">
      <IconCheck size={16} stroke={3} />
    </span>
  </label>
);
