import { useComputedColorScheme } from "@mantine/core";
import type { Appearance } from "@shelv/contract/rows/appearance";
import { CARD_TINTS } from "@shelv/public-page/text/hash";
import { useLayoutEffect, useRef } from "react";
import { ownLook } from "#domain/page-preview/own-look";
import { useRoomColors } from "#domain/wall/room-colors";
import { useLiveQuery } from "#local-store/use-live-query";

/** The colours of items, the same on every screen: the tints of the owner's room. */
export function OwnerTints() {
  const look = useLiveQuery(ownLook);
  return look ? <TintsOf look={look} /> : null;
}

const TINTS = Array.from({ length: CARD_TINTS }, (_, at) => `--shelv-tint-${at}`);

function TintsOf({ look }: { look: Appearance }) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const room = look.theme === "auto" ? scheme : look.theme;
  const colors = useRoomColors(look, room);
  const example = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    // A room of wood has Shelv's own tints. Only the style sheet knows the other colour scheme's, and reading
    // them costs a style recalculation.
    const ofSheet = colors && TINTS.some((tint) => !(tint in colors)) && room !== scheme && example.current;
    const known = ofSheet ? getComputedStyle(ofSheet) : null;
    for (const tint of TINTS) style.setProperty(tint, colors?.[tint] ?? known?.getPropertyValue(tint) ?? "");
    return () => TINTS.forEach((tint) => style.removeProperty(tint));
  }, [colors, room, scheme]);
  return <div ref={example} hidden className="shelv-look" data-theme={room} />;
}
