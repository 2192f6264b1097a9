import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import type { ReactNode } from "react";
import type { SampleObject } from "#domain/sample-shelf/sample-objects";
import { sampleWords } from "#words/screens/landing";
import { NamePlate } from "#domain/name-plate/name-plate.tsx";

type SampleShelfProps = {
  shelf: { name: string; emoji: string; owner: string };
  objects: readonly SampleObject[];
  plate?: string;
  isFirst?: boolean;
  children?: ReactNode;
};

export const SampleShelf = ({ shelf, objects, plate = "", isFirst = false, children }: SampleShelfProps) => (
  <figure className="sample" aria-label={sampleWords.label}>
    <figcaption className="sample-name">
      <span aria-hidden="true">{shelf.emoji}</span> {shelf.name}
    </figcaption>
    <Board>
      <Row className="sample-row" tabIndex={0} aria-label={shelf.name}>
        {objects.map((object) => (
          <Place key={object.id}>
            <span className="shelv-item">
              <ItemFace item={object} eager={isFirst} />
            </span>
          </Place>
        ))}
        {children}
      </Row>
      <NamePlate name={plate || shelf.owner} isTyped={plate !== ""} />
    </Board>
  </figure>
);
