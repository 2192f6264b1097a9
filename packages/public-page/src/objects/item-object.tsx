import type { ObjectName } from "@shelv/contract/values/object-name";
import type { ReactNode } from "react";
import { siteMark } from "#site-mark.tsx";
import { tintOf } from "#text/hash";
import { type ObjectChoice, objectOf } from "./choose-object.ts";
import { DRAWINGS, OBJECT_BOX, type Part, TONES } from "./drawings.ts";

type ItemObjectProps = { item: ObjectChoice; isOnPage?: boolean };

/** On a page, `ObjectSymbols` has the drawing, once for all of its items. */
export function ItemObject({ item, isOnPage = false }: ItemObjectProps) {
  const name = objectOf(item);
  return (
    <span
      className={`shelv-thing shelv-object shelv-foot-${footOf(name)} shelv-tint-${tintOf(item.id)}`}
      aria-hidden="true"
    >
      <DrawnObject name={name}>{isOnPage ? <use href={`#${symbolId(name)}`} /> : undefined}</DrawnObject>
      {siteMark(item.url)}
    </span>
  );
}

/** A class, since the page's policy forbids `style` attributes. */
const footOf = (name: ObjectName) => {
  const { foot } = DRAWINGS[name];
  return foot <= 46 ? "small" : foot <= 68 ? "medium" : "large";
};

type DrawnObjectProps = { name: ObjectName; children?: ReactNode };

export const DrawnObject = ({ name, children = <Parts name={name} /> }: DrawnObjectProps) => (
  <svg className="shelv-drawing" viewBox={`0 0 ${OBJECT_BOX.width} ${OBJECT_BOX.height}`}>
    {children}
  </svg>
);

/** The drawings of `items`, for the page that has them. */
export function ObjectSymbols({ items }: { items: readonly ObjectChoice[] }) {
  const names = [...new Set(items.map(objectOf))];
  return names.length === 0 ? null : (
    <svg display="none">
      {names.map((name) => (
        <g key={name} id={symbolId(name)}>
          <Parts name={name} />
        </g>
      ))}
    </svg>
  );
}

const symbolId = (name: ObjectName) => `shelv-${name}`;

/** `hue`: a colour. */
export const Parts = ({ name, hue = "var(--shelv-hue)" }: { name: ObjectName; hue?: string }) =>
  DRAWINGS[name].parts.map(([tone, path, width], at) => (
    <path key={at} {...paintOf(tone, { width, hue })} strokeWidth={width} d={path} />
  ));

function paintOf(tone: Part[0], { width, hue }: { width: number | undefined; hue: string }) {
  const [colour, over = 1] = TONES[tone] ?? [];
  const opacity = over < 1 ? over : undefined;
  return width === undefined ? { fill: colour, opacity } : { fill: "none", stroke: colour ?? hue, opacity };
}
