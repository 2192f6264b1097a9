import "./name-plate.css";

type NamePlateProps = { name: string; isTyped?: boolean };

export const NamePlate = ({ name, isTyped = false }: NamePlateProps) => (
  <span className="plate" aria-hidden="true" data-typed={isTyped || undefined}>
    <span className="plate-host host" />
    <span className="plate-name">{name}</span>
  </span>
);

export const LabelledPlate = ({ name, label }: { name: string; label: string }) => (
  <p className="plate-line">
    <span className="plate-label">{label}</span>
    <NamePlate name={name} />
    <span className="visually-hidden">{`${location.host}/${name}`}</span>
  </p>
);
