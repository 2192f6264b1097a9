import { Board, Place, Row } from "@shelv/public-page/board.tsx";
import { ItemFace } from "@shelv/public-page/item-face.tsx";
import type { ReactNode } from "react";
import { EVERY_DAY, KITCHEN, type SampleObject } from "#domain/sample-shelf/sample-objects";
import { stepWords } from "#words/screens/landing";
import { NamePlate } from "#domain/name-plate/name-plate.tsx";

export function Steps({ typed }: { typed: string }) {
  const name = typed.trim() || stepWords.yourName;
  const pictures: ReactNode[] = [
    <NamedPicture key="named" name={name} />,
    <FilledPicture key="filled" name={name} />,
    <SharedPicture key="shared" name={name} />,
  ];
  return (
    <section className="section" aria-labelledby="steps">
      <h2 id="steps" className="section-title">
        {stepWords.heading}
      </h2>
      <ol role="list" className="step-list">
        {stepWords.steps.map(({ title, text }, at) => (
          <li key={title} className="step">
            <div className="step-picture" aria-hidden="true">
              {pictures[at]}
            </div>
            <h3 className="step-title">
              <span className="step-number">{at + 1}</span>
              {title}
            </h3>
            <p className="step-text">{text}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

const [books, , vase, mug] = EVERY_DAY;
const [, , jar] = KITCHEN;

type Named = { name: string };

const NamedPicture = ({ name }: Named) => <SmallShelf name={name} objects={[]} />;

const FilledPicture = ({ name }: Named) => <SmallShelf name={name} objects={[vase, mug]} />;

const SharedPicture = ({ name }: Named) => (
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
