import { picturePath } from "@shelv/contract/picture";
import { hueOfName, initials } from "./initials.ts";

/** Decorative: the name stands beside it. */
export function Avatar({ name, picture }: { name: string; picture: string | null }) {
  if (picture === null) return <InitialsAvatar name={name} />;
  return (
    // The wrapper keeps React from adding a preload line for what stands in the first kilobyte anyway.
    <picture>
      <img
        className="shelv-avatar"
        src={picturePath(picture, 160)}
        srcSet={`${picturePath(picture, 160)} 1x, ${picturePath(picture, 320)} 2x`}
        width={104}
        height={104}
        decoding="async"
        alt=""
      />
    </picture>
  );
}

/** Drawn as SVG attributes, since the page's policy allows no `style`. Light and dark enough for white letters at any hue. */
function InitialsAvatar({ name }: { name: string }) {
  const hue = hueOfName(name);
  return (
    <svg className="shelv-avatar" viewBox="0 0 104 104" width={104} height={104} aria-hidden="true">
      <rect width={104} height={104} fill={`hsl(${hue},38%,36%)`} />
      <circle cx={34} cy={14} r={72} fill={`hsl(${hue},42%,42%)`} />
      <text x={52} y={53} fill="#fff" fontSize={40} fontWeight={600} textAnchor="middle" dominantBaseline="central">
        {initials(name)}
      </text>
    </svg>
  );
}
