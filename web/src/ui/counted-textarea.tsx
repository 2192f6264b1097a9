import { Textarea, type TextareaProps } from "@mantine/core";
import styles from "./counted-textarea.module.css";

type CountedTextareaProps = Omit<TextareaProps, "inputWrapperOrder" | "description"> & { value: string; maxLength: number };

/** A text with a counter. What is too long stays as it was typed or pasted, and the counter says by how much. */
export const CountedTextarea = ({ maxLength, ...rest }: CountedTextareaProps) => (
  <Textarea
    {...rest}
    inputWrapperOrder={["label", "input", "description", "error"]}
    description={<span className={styles["count"]} data-over={rest.value.trim().length > maxLength || undefined}>{rest.value.trim().length}/{maxLength}</span>}
  />
);
