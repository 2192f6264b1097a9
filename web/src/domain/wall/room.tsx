import "@shelv/public-page/styles/fonts.css";
import "@shelv/public-page/styles/look/glass.css";
import "@shelv/public-page/styles/look/gradient.css";
import "@shelv/public-page/styles/look/wood.css";
import { useComputedColorScheme } from "@mantine/core";
import { roomVariables } from "@shelv/public-page/look/room";
import { type ReactNode, useMemo } from "react";
import { useLiveQuery } from "#local-store/use-live-query";
import { ownLook } from "#domain/page-preview/own-look";
import { useLazyModule } from "#ui/loading/use-lazy-module";
import styles from "./room.module.css";

/** The owner's wall and colours, as on the public page. Nothing until they are read. */
export function Room({ children }: { children: ReactNode }) {
  const look = useLiveQuery(ownLook);
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  if (!look) return null;
  const { theme, shelfBackground, fontFamily, customCss } = look;
  const room = theme === "auto" ? scheme : theme;
  return (
    <div className={styles["frame"]}>
      <div
        className={`shelv-look shelv-page ${styles["room"]}`}
        data-theme={room}
        data-background={shelfBackground}
        data-font={fontFamily === "Inter" ? undefined : fontFamily}
        style={roomVariables(look, room)}
      >
        {customCss.trim() !== "" && <OwnersCss css={customCss} />}
        <div className={`shelv-shelf ${styles["shelf"]}`}>{children}</div>
      </div>
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
