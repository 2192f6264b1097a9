/**
 * The colours of the owner's room. Computing them takes 7 kB of code before the first screen, so this device
 * caches them.
 */
import type { Appearance } from "@shelv/contract/rows/appearance";
import { useEffect, useMemo } from "react";
import * as v from "valibot";
import { useLazyModule } from "#ui/loading/use-lazy-module";

type RoomColors = Record<string, string>;

const KEY = "shelv-room-colors";
/** The name of the built file changes with the computation that it loads. */
const BUILD = import.meta.url;
const cache = v.object({ of: v.string(), colors: v.record(v.string(), v.string()) });

const loadComputation = () => import("@shelv/public-page/look/room");
const notNeeded = () => Promise.resolve(null);

/** Undefined until they are computed: the room then has Shelv's own. */
export function useRoomColors(
  { primaryColor, shelfBackground }: Pick<Appearance, "primaryColor" | "shelfBackground">,
  room: "light" | "dark",
): RoomColors | undefined {
  const of = [BUILD, room, shelfBackground, primaryColor].join(" ");
  const known = useMemo(() => cachedColors(room, of), [room, of]);
  const { loaded } = useLazyModule(known ? notNeeded : loadComputation);
  const computed = useMemo(
    () => (known ? undefined : loaded?.roomVariables({ primaryColor, shelfBackground }, room)),
    [known, loaded, primaryColor, shelfBackground, room],
  );
  useEffect(() => {
    if (computed) cacheColors(room, { of, colors: computed });
  }, [room, of, computed]);
  return known ?? computed;
}

const keyFor = (room: string) => `${KEY}-${room}`;

function cachedColors(room: string, of: string): RoomColors | undefined {
  try {
    const stored = v.safeParse(v.pipe(v.string(), v.parseJson(), cache), localStorage.getItem(keyFor(room)));
    return stored.success && stored.output.of === of ? stored.output.colors : undefined;
  } catch {
    return undefined;
  }
}

function cacheColors(room: string, colors: v.InferOutput<typeof cache>): void {
  try {
    localStorage.setItem(keyFor(room), JSON.stringify(colors));
  } catch {
    // They are computed again at the next start.
  }
}
