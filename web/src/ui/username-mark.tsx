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
      <output className="visually-hidden">{SPOKEN[availability](name)}</output>
    </>
  );
}

const SPOKEN: Record<Availability, (name: string) => string> = {
  unasked: () => "",
  checking: () => landingWords.checking,
  available: landingWords.available,
  taken: landingWords.taken,
  unknown: () => landingWords.uncheckable,
};
