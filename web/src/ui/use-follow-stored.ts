import type { UseFormReturnType } from "@mantine/form";
import { patchBetween } from "@shelv/mutators/patch";
import { useEffect, useRef } from "react";

/** An untouched form shows what another device changes meanwhile; what is being typed stays. */
export function useFollowStored<V extends object>(form: UseFormReturnType<V>, stored: V): void {
  const seen = useRef(stored);
  useEffect(() => {
    // Also what came while something was being typed, once that is as it was.
    if (patchBetween(seen.current, stored) === null || form.isDirty()) return;
    seen.current = stored;
    restart(form, stored);
  });
}

/** What was submitted is saved, as `saved`: the form begins with that, and what was typed meanwhile stays. */
export function settle<V extends object>(form: UseFormReturnType<V>, submitted: V, saved: V): void {
  const typed = patchBetween(submitted, form.getValues())?.patch ?? {};
  restart(form, saved);
  form.setValues({ ...saved, ...typed });
}

/** The form begins anew with these values, and is not dirty. */
export function restart<V extends object>(form: UseFormReturnType<V>, values: V): void {
  form.setInitialValues(values);
  form.setValues(values);
  form.resetDirty(values);
}
