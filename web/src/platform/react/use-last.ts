import { useState } from "react";

/** The last non-null value: an open dialog outlives the row it was opened from. */
export function useLast<T>(value: T | null | undefined): T | undefined {
  const [last, setLast] = useState(value ?? undefined);
  if (value !== null && value !== undefined && value !== last) setLast(value);
  return value ?? last;
}
