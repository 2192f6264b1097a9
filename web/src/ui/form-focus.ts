import type { FormErrors, UseFormReturnType } from "@mantine/form";

/** Takes the owner to the first field that needs another look. */
export const focusFirstError = <V, T, R>(form: UseFormReturnType<V, T, R>) => (errors: FormErrors): void => {
  const [first] = Object.keys(errors);
  if (first !== undefined) (form.getInputNode as (path: string) => HTMLElement | null)(first)?.focus();
};
