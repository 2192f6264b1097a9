import { IconCheck } from "@tabler/icons-react";
import type { ReactNode } from "react";
import styles from "./choice.module.css";

type ChoicesProps = {
  /** The legend for screen readers; visible with `isLegendShown`. */
  legend: string;
  isLegendShown?: boolean;
  /**
   * A card's least width: below it the next card wraps. Chips are low: "chip" is as wide as its text,
   * "column" as the others.
   */
  cardWidth?: "chip" | "column" | "half" | "third" | "narrow" | "full";
  /** Two cards, each with a picture above its mark and name. */
  hasPictures?: boolean;
  children: ReactNode;
};

/** Radio buttons or checkboxes as cards: arrow keys, Space and screen readers work as usual. */
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
  /** The same name for all choices of a group. */
  name: string;
  value: string;
  isChosen: boolean;
  isDisabled?: boolean;
  onChoose: (isChosen: boolean) => void;
  children: ReactNode;
};

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
