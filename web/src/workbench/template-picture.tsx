import { TEMPLATE_PRESETS, type TemplateName } from "@shelv/contract/appearance";
import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import type { CSSProperties } from "react";
import { sampleWords } from "#words/landing";
import styles from "./template-picture.module.css";

const THINGS = 3;

/** A small shelf in a template's look: the real board with things on it. Decorative: the template's name stands beside it. */
export function TemplatePicture({ template }: { template: TemplateName }) {
  const { primaryColor, theme, shelfBackground } = TEMPLATE_PRESETS[template];
  const items = sampleWords.shelves.flatMap((shelf) => shelf.items).slice(0, THINGS);
  return (
    <span
      className={`shelv-look ${styles["wall"]}`}
      data-theme={theme}
      data-background={shelfBackground}
      style={{ "--primary": primaryColor } as CSSProperties}
      aria-hidden="true"
    >
      <Board>
        <Row className={styles["row"]}>
          {items.map((item) => (
            <Place key={item.id}><span className="shelv-item"><ItemFace item={{ ...item, picture: null }} /></span></Place>
          ))}
        </Row>
      </Board>
    </span>
  );
}
