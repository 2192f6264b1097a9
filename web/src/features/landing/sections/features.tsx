import {
  IconBolt,
  IconChartBar,
  IconDeviceMobile,
  IconPalette,
  IconPlaneDeparture,
  IconWorld,
} from "@tabler/icons-react";
import { featureWords } from "#words/screens/landing";

const ICONS = {
  phones: IconDeviceMobile,
  themes: IconPalette,
  analytics: IconChartBar,
  domains: IconWorld,
  fast: IconBolt,
  offline: IconPlaneDeparture,
};
const CARDS = Object.keys(ICONS) as (keyof typeof ICONS)[];

export const Features = () => (
  <section className="section" aria-labelledby="features">
    <h2 id="features" className="section-title">
      {featureWords.heading}
    </h2>
    <p className="section-lead">{featureWords.lead}</p>
    <ul role="list" className="feature-grid">
      {CARDS.map((name) => {
        const Icon = ICONS[name];
        const { title, text } = featureWords.cards[name];
        return (
          <li key={name} className="feature">
            <div className="feature-card">
              <Icon className="feature-icon" size={26} stroke={1.75} aria-hidden="true" />
              <h3 className="feature-title">{title}</h3>
              <p className="feature-text">{text}</p>
            </div>
          </li>
        );
      })}
    </ul>
  </section>
);
