import { completeLinkUrl } from "@shelv/contract/link-url";

type LinkForm<F extends string> = {
  getValues: () => Record<F, string>;
  setFieldValue: (field: F, value: string) => void;
};

/** A link that was left is completed to what was most likely meant. To set a value takes its field's message away, so one that stays as it is is not set. */
export function completeLink<F extends string>(form: LinkForm<F>, field: F): void {
  const typed = form.getValues()[field];
  const completed = completeLinkUrl(typed);
  if (completed !== typed) form.setFieldValue(field, completed);
}
