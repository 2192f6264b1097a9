import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import type { ReactNode } from "react";
import type { SampleObject } from "#ui/sample-objects";
import { sampleWords } from "#words/landing";
import { NamePlate } from "./name-plate";

type SampleShelfProps = {
  shelf: { name: string; emoji: string; owner: string };
  things: readonly SampleObject[];
  /** Whose shelf it says to be, where somebody is typing a name. */
  plate?: string;
  /** It is on the first screen. */
  isFirst?: boolean;
  /** What stands beside the things. */
  children?: ReactNode;
};

/** A picture of the product, drawn with the product itself: nothing on it leads anywhere. */
export const SampleShelf = ({ shelf, things, plate = "", isFirst = false, children }: SampleShelfProps) => (
  <figure className="sample" aria-label={sampleWords.label}>
    <figcaption className="sample-name">
      <span aria-hidden="true">{shelf.emoji}</span> {shelf.name}
    </figcaption>
    <Board>
      <Row className="sample-row" tabIndex={0} aria-label={shelf.name}>
        {things.map((thing) => (
          <Place key={thing.id}>
            <span className="shelv-item">
              <ItemFace item={thing} eager={isFirst} />
            </span>
          </Place>
        ))}
        {children}
      </Row>
      <NamePlate name={plate || shelf.owner} isTyped={plate !== ""} />
    </Board>
  </figure>
);
