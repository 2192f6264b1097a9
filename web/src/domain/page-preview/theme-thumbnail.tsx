import "@shelv/public-page/styles/look/glass.css";
import "@shelv/public-page/styles/look/gradient.css";
import "@shelv/public-page/styles/look/wood.css";
import { useComputedColorScheme } from "@mantine/core";
import type { Appearance } from "@shelv/contract/rows/appearance";
import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { roomVariables } from "@shelv/public-page/look/room";
import { EVERY_DAY, type SampleObject } from "#domain/sample-shelf/sample-objects";
import styles from "./theme-thumbnail.module.css";

type ThemeThumbnailProps = {
  look: Pick<Appearance, "primaryColor" | "theme" | "shelfBackground">;
  things?: readonly SampleObject[];
  objects?: number;
  size?: "medium" | "small";
};

const HOUSEHOLD = EVERY_DAY.slice(2);

export function ThemeThumbnail({
  look,
  things = HOUSEHOLD,
  objects = 3,
  size = "medium",
}: ThemeThumbnailProps) {
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
      <span className={`shelv-shelf ${styles["shelf"]}`}>
        <Board>
          <Row className={styles["row"]}>
            {things.slice(0, objects).map((item) => (
              <Place key={item.id}>
                <span className="shelv-item">
                  <ItemFace item={item} />
                </span>
              </Place>
            ))}
          </Row>
        </Board>
      </span>
    </span>
  );
}
