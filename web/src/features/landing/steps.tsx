import type { ReactNode } from "react";
import { stepWords } from "#words/landing";
import { FilledPicture, NamedPicture, SharedPicture } from "./step-pictures";

/** Three steps, each with the shelf as it is then. */
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
