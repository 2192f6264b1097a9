import type { ObjectName } from "@shelv/contract/values/object-name";
import { renderToStaticMarkup } from "react-dom/server";
import { OBJECT_BOX } from "./drawings.ts";
import { Parts } from "./item-object.tsx";

/** An object as an SVG file, which needs no style sheet. `hue`: a colour. */
export const objectFile = (name: ObjectName, hue: string): string =>
  renderToStaticMarkup(
    <svg
      xmlns="http://www.w3.org/2000/svg"
      viewBox={`0 0 ${OBJECT_BOX.width} ${OBJECT_BOX.height}`}
      fill={hue}
      strokeLinecap="round"
      strokeLinejoin="round"
    >
      <Parts name={name} hue={hue} />
    </svg>,
  );
