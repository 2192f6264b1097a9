import { useCallback, useMemo, useState } from "react";

export type Selection = {
  isOn: boolean;
  ids: readonly string[];
  has: (id: string) => boolean;
  start: () => void;
  end: () => void;
  toggle: (id: string) => void;
  toggleAll: () => void;
};

const NONE: ReadonlySet<string> = new Set();

/** Only rows of `listed` count: others are deleted, or not found by the search. */
export function useSelection(listed: readonly string[]): Selection {
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null);
  const ids = useMemo(
    () => (chosen === null || chosen.size === 0 ? [] : listed.filter((id) => chosen.has(id))),
    [chosen, listed],
  );
  const start = useCallback(() => setChosen(NONE), []);
  const end = useCallback(() => setChosen(null), []);
  const toggle = useCallback((id: string) => setChosen((chosen) => toggled(chosen ?? NONE, id)), []);
  const isAll = ids.length === listed.length;
  const toggleAll = useCallback(() => setChosen(isAll ? NONE : new Set(listed)), [isAll, listed]);
  return {
    isOn: chosen !== null && listed.length > 0,
    ids,
    has: (id) => chosen?.has(id) ?? false,
    start,
    end,
    toggle,
    toggleAll,
  };
}

function toggled(chosen: ReadonlySet<string>, id: string): ReadonlySet<string> {
  const now = new Set(chosen);
  if (!now.delete(id)) now.add(id);
  return now;
}
