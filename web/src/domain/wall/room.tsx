import "@shelv/public-page/styles/fonts.css";
import "@shelv/public-page/styles/look/glass.css";
import "@shelv/public-page/styles/look/gradient.css";
import "@shelv/public-page/styles/look/wood.css";
import { useComputedColorScheme } from "@mantine/core";
import type { Appearance } from "@shelv/contract/rows/appearance";
import { type ReactNode, useMemo } from "react";
import { useLiveQuery } from "#local-store/use-live-query";
import { ownLook } from "#domain/page-preview/own-look";
import { useLazyModule } from "#ui/loading/use-lazy-module";
import styles from "./room.module.css";
import { useRoomColors } from "./room-colors";

type RoomProps = { children: ReactNode; until?: ReactNode };

/** The owner's wall and colours, as on the public page. `until`: shown until they are read. */
export function Room({ children, until = null }: RoomProps) {
  const look = useLiveQuery(ownLook);
  if (!look) return until;
  return (
    <div className={styles["frame"]}>
      <LookOf look={look} className={styles["room"]}>
        <div className={`shelv-shelf ${styles["shelf"]}`}>{children}</div>
      </LookOf>
    </div>
  );
}

/** As large as a room, and as empty as its contents. */
export const EmptyRoom = ({ children }: { children: ReactNode }) => (
  <div className={styles["frame"]}>
    <div className={styles["room"]}>
      <div className={styles["shelf"]}>{children}</div>
    </div>
  </div>
);

/** The owner's colours without a wall: what is carried is drawn in them, outside of a room. */
export function Look({ children }: { children: ReactNode }) {
  const look = useLiveQuery(ownLook);
  if (!look) return null;
  return (
    <LookOf look={look} className={styles["noWall"]}>
      {children}
    </LookOf>
  );
}

type LookOfProps = { look: Appearance; className: string | undefined; children: ReactNode };

function LookOf({ look, className, children }: LookOfProps) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const { theme, shelfBackground, fontFamily } = look;
  const room = theme === "auto" ? scheme : theme;
  return (
    <div
      className={`shelv-look shelv-page ${className}`}
      data-theme={room}
      data-background={shelfBackground}
      data-font={fontFamily === "Inter" ? undefined : fontFamily}
      style={useRoomColors(look, room)}
    >
      {children}
    </div>
  );
}

/** Once for all rooms of a screen. */
export function OwnersCss() {
  const css = useLiveQuery(ownLook)?.customCss ?? "";
  return css.trim() === "" ? null : <Cleaned css={css} />;
}

/** As on the page, and so scoped to `.shelv-page`. */
function Cleaned({ css }: { css: string }) {
  const { loaded } = useLazyModule(loadCleaner);
  const cleaned = useMemo(() => loaded?.cleanCss(css).css, [loaded, css]);
  return cleaned === undefined ? null : <style>{cleaned}</style>;
}

const loadCleaner = () => import("@shelv/public-page/custom-css/clean-css");
