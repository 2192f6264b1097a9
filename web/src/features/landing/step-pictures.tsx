import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { EVERY_DAY, KITCHEN, type SampleObject } from "#ui/sample-objects";
import { NamePlate } from "./name-plate";

const [books, , vase, mug] = EVERY_DAY;
const [, , jar] = KITCHEN;

type Named = { name: string };

/** An empty board with a name on it. */
export const NamedPicture = ({ name }: Named) => <SmallShelf name={name} things={[]} />;

export const FilledPicture = ({ name }: Named) => <SmallShelf name={name} things={[vase, mug]} />;

/** The page as a visitor has it, on a phone. */
export const SharedPicture = ({ name }: Named) => (
  <div className="phone">
    <div className="phone-screen">
      <span className="phone-face">{name.slice(0, 1).toUpperCase()}</span>
      <span className="phone-name">@{name}</span>
      <SmallShelf things={[vase, mug]} />
      <SmallShelf things={[books, jar]} />
    </div>
  </div>
);

const SmallShelf = ({ name, things }: { name?: string; things: readonly (SampleObject | undefined)[] }) => (
  <Board>
    <Row className="sample-row">
      {things.map(
        (thing) =>
          thing && (
            <Place key={thing.id}>
              <span className="shelv-item">
                <ItemFace item={{ ...thing, title: "" }} />
              </span>
            </Place>
          ),
      )}
    </Row>
    {name !== undefined && <NamePlate name={name} />}
  </Board>
);
