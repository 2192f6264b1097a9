import { completeLinkUrl } from "@shelv/contract/values/link-url";

type LinkForm<F extends string> = {
  getValues: () => Record<F, string>;
  setFieldValue: (field: F, value: string) => void;
};

/** Setting an unchanged value would clear its error. */
export function completeLink<F extends string>(form: LinkForm<F>, field: F): void {
  const typed = form.getValues()[field];
  const completed = completeLinkUrl(typed);
  if (completed !== typed) form.setFieldValue(field, completed);
}
