/** Shows the typed name; screen readers hear the mark's text instead. */
export const NamePlate = ({ name, isTyped = false }: { name: string; isTyped?: boolean }) => (
  <span className="plate" aria-hidden="true" data-typed={isTyped || undefined}>
    <span className="plate-host host" />
    <span className="plate-name">{name}</span>
  </span>
);
