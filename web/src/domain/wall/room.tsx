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

/** The owner's wall and colours, as on the public page. Nothing until they are read. */
export function Room({ children }: { children: ReactNode }) {
  return (
    <div className={styles["frame"]}>
      <Look className={styles["room"]}>
        <div className={`shelv-shelf ${styles["shelf"]}`}>{children}</div>
      </Look>
    </div>
  );
}

/** As large as a room, and as empty as its contents. */
export const RoomOutOfSight = ({ children }: { children: ReactNode }) => (
  <div className={styles["frame"]}>
    <div className={styles["room"]}>
      <div className={styles["shelf"]}>{children}</div>
    </div>
  </div>
);

/** The owner's colours without a wall: what is carried is drawn in them, outside of a room. */
export function Look({
  className = styles["noWall"],
  children,
}: {
  className?: string | undefined;
  children: ReactNode;
}) {
  const look = useLiveQuery(ownLook);
  return look ? (
    <LookOf look={look} className={className}>
      {children}
    </LookOf>
  ) : null;
}

type LookOfProps = { look: Appearance; className: string | undefined; children: ReactNode };

function LookOf({ look, className, children }: LookOfProps) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const { theme, shelfBackground, fontFamily, customCss } = look;
  const room = theme === "auto" ? scheme : theme;
  return (
    <div
      className={`shelv-look shelv-page ${className}`}
      data-theme={room}
      data-background={shelfBackground}
      data-font={fontFamily === "Inter" ? undefined : fontFamily}
      style={useRoomColors(look, room)}
    >
      {customCss.trim() !== "" && <OwnersCss css={customCss} />}
      {children}
    </div>
  );
}

/** Cleaned as on the page, and so scoped to `.shelv-page`. */
function OwnersCss({ css }: { css: string }) {
  const { loaded } = useLazyModule(loadCleaner);
  const cleaned = useMemo(() => loaded?.cleanCss(css).css, [loaded, css]);
  return cleaned === undefined ? null : <style>{cleaned}</style>;
}

const loadCleaner = () => import("@shelv/public-page/custom-css/clean-css");
