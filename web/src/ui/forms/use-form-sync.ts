import type { UseFormReturnType } from "@mantine/form";
import { patchBetween } from "@shelv/mutators/patch";
import { useEffect, useRef } from "react";

export function useFormSync<V extends object>(form: UseFormReturnType<V>, stored: V): void {
  const seen = useRef(stored);
  useEffect(() => {
    // Also shows a change that arrived while the form was dirty.
    if (patchBetween(seen.current, stored) === null || form.isDirty()) return;
    seen.current = stored;
    restart(form, stored);
  });
}

/** Text typed since the submit stays. */
export function settle<V extends object>(form: UseFormReturnType<V>, submitted: V, saved: V): void {
  const typed = patchBetween(submitted, form.getValues())?.patch ?? {};
  restart(form, saved);
  form.setValues({ ...saved, ...typed });
}

export function restart<V extends object>(form: UseFormReturnType<V>, values: V): void {
  form.setInitialValues(values);
  form.setValues(values);
  form.resetDirty(values);
}
