import { Loader } from "@mantine/core";
import { IconCheck, IconX } from "@tabler/icons-react";
import type { Availability } from "#api/use-availability";
import { landingWords } from "#words/landing";

/** A spinner while a name is checked, then a green check or a red cross; said aloud too. */
export function UsernameMark({ name, availability }: { name: string; availability: Availability }) {
  return (
    <>
      {availability === "checking" && <Loader size={20} aria-hidden="true" />}
      {availability === "available" && <IconCheck size={22} color="var(--good)" aria-hidden="true" />}
      {(availability === "taken" || availability === "unknown") && <IconX size={22} color="var(--danger)" aria-hidden="true" />}
      <span role="status" className="visually-hidden">{spoken(name, availability)}</span>
    </>
  );
}

function spoken(name: string, availability: Availability): string {
  switch (availability) {
    case "checking": return landingWords.checking;
    case "available": return landingWords.available(name);
    case "taken": return landingWords.taken(name);
    case "unknown": return landingWords.uncheckable;
    case "unasked": return "";
  }
}
