import type { FormErrors, UseFormReturnType } from "@mantine/form";

export const focusFirstError =
  <V, T, R>(form: UseFormReturnType<V, T, R>) =>
  (errors: FormErrors): void => {
    const fields = Object.keys(errors)
      .map(form.getInputNode as (path: string) => HTMLElement | null)
      .filter((field) => field !== null);
    fields.toSorted(inDocumentOrder)[0]?.focus();
  };

const inDocumentOrder = (one: Node, other: Node): number =>
  one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1;
