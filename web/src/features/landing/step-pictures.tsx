import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { EVERY_DAY, KITCHEN, type SampleObject } from "#domain/sample-shelf/sample-objects";
import { NamePlate } from "./name-plate";

const [books, , vase, mug] = EVERY_DAY;
const [, , jar] = KITCHEN;

type Named = { name: string };

/** An empty board with a name plate. */
export const NamedPicture = ({ name }: Named) => <SmallShelf name={name} objects={[]} />;

export const FilledPicture = ({ name }: Named) => <SmallShelf name={name} objects={[vase, mug]} />;

/** The public page on a phone. */
export const SharedPicture = ({ name }: Named) => (
  <div className="phone">
    <div className="phone-screen">
      <span className="phone-face">{name.slice(0, 1).toUpperCase()}</span>
      <span className="phone-name">@{name}</span>
      <SmallShelf objects={[vase, mug]} />
      <SmallShelf objects={[books, jar]} />
    </div>
  </div>
);

const SmallShelf = ({ name, objects }: { name?: string; objects: readonly (SampleObject | undefined)[] }) => (
  <Board>
    <Row className="sample-row">
      {objects.map(
        (object) =>
          object && (
            <Place key={object.id}>
              <span className="shelv-item">
                <ItemFace item={{ ...object, title: "" }} />
              </span>
            </Place>
          ),
      )}
    </Row>
    {name !== undefined && <NamePlate name={name} />}
  </Board>
);
