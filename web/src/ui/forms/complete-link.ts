import { completeLinkUrl } from "@shelv/contract/link-url";

type LinkForm<F extends string> = {
  getValues: () => Record<F, string>;
  setFieldValue: (field: F, value: string) => void;
};

/** Completes a typed link when its field loses focus. An unchanged value is not set again, as that would clear the field's error. */
export function completeLink<F extends string>(form: LinkForm<F>, field: F): void {
  const typed = form.getValues()[field];
  const completed = completeLinkUrl(typed);
  if (completed !== typed) form.setFieldValue(field, completed);
}
