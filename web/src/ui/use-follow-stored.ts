import type { UseFormReturnType } from "@mantine/form";
import { patchBetween } from "@shelv/mutators/patch";
import { useEffect, useRef } from "react";

/** An untouched form shows what another device changes meanwhile; what is being typed stays. */
export function useFollowStored<V extends object>(form: UseFormReturnType<V>, stored: V): void {
  const seen = useRef(stored);
  useEffect(() => {
    if (patchBetween(seen.current, stored) === null) return;
    seen.current = stored;
    if (!form.isDirty()) restart(form, stored);
  });
}

/** The form begins anew with these values, and is not dirty. */
export function restart<V extends object>(form: UseFormReturnType<V>, values: V): void {
  form.setInitialValues(values);
  form.setValues(values);
  form.resetDirty(values);
}
