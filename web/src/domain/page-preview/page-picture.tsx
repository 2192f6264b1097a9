import "@shelv/public-page/styles/look/glass.css";
import "@shelv/public-page/styles/look/gradient.css";
import "@shelv/public-page/styles/look/wood.css";
import { useComputedColorScheme } from "@mantine/core";
import type { Appearance } from "@shelv/contract/rows/appearance";
import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { roomVariables } from "@shelv/public-page/look/room";
import type { ReactElement, ReactNode } from "react";
import styles from "./page-picture.module.css";

export type Look = Pick<Appearance, "primaryColor" | "theme" | "shelfBackground">;

type PagePictureProps = {
  look: Look;
  size: "small" | "medium" | "large";
  /** Above the shelf. */
  who?: ReactNode;
  shelfName?: ReactNode;
  /** Each with a key. */
  faces: readonly ReactElement[];
};

/** A page with one shelf, as a picture without a document of its own (page-frame.tsx). */
export function PagePicture({ look, size, who, shelfName, faces }: PagePictureProps) {
  const scheme = useComputedColorScheme("light", { getInitialValueInEffect: false });
  const room = look.theme === "auto" ? scheme : look.theme;
  return (
    <span
      className={`shelv-look shelv-page ${styles["wall"]}`}
      data-theme={room}
      data-background={look.shelfBackground}
      data-size={size}
      style={roomVariables(look, room)}
      aria-hidden="true"
    >
      {who}
      <span className={`shelv-shelf ${styles["shelf"]}`}>
        {shelfName}
        <Board>
          <Row className={styles["row"]}>
            {faces.map((face) => (
              <Place key={face.key}>
                <span className="shelv-item">{face}</span>
              </Place>
            ))}
          </Row>
        </Board>
      </span>
    </span>
  );
}
