import { Textarea, type TextareaProps } from "@mantine/core";
import { graphemeCount } from "@shelv/contract/values/graphemes";
import styles from "./counted-textarea.module.css";

type CountedTextareaProps = Omit<TextareaProps, "inputWrapperOrder" | "description"> & {
  value: string;
  maxLength: number;
};

export function CountedTextarea({ maxLength, ...rest }: CountedTextareaProps) {
  const count = graphemeCount(rest.value.trim());
  return (
    <Textarea
      {...rest}
      inputWrapperOrder={["label", "input", "description", "error"]}
      description={
        <span className={styles["count"]} data-over={count > maxLength || undefined}>
          {count}/{maxLength}
        </span>
      }
    />
  );
}
