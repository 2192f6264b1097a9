/** The brass plate on a board's edge. It takes on the name that is being typed; who cannot see it hears the indicator instead. */
export const NamePlate = ({ name, isTyped = false }: { name: string; isTyped?: boolean }) => (
  <span className="plate" aria-hidden="true" data-typed={isTyped || undefined}>
    <span className="plate-host host" />
    <span className="plate-name">{name}</span>
  </span>
);
