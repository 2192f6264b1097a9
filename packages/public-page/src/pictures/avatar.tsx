import { hueOfName, initials, initialsGrounds } from "#text/initials";
import type { PagePicture } from "#page-data";
import { Picture } from "./picture.tsx";

/** The avatar's side, in sync with `.shelv-avatar`. */
const SIDE_PX = 104;

export function Avatar({ name, picture }: { name: string; picture: PagePicture | null }) {
  if (picture === null) return <InitialsAvatar name={name} />;
  return (
    <Picture
      picture={picture}
      className="shelv-avatar"
      sizes={`${coveringWidth(picture)}px`}
      width={SIDE_PX}
      height={SIDE_PX}
    />
  );
}

const coveringWidth = ({ shape }: PagePicture) =>
  Math.ceil(shape ? SIDE_PX * Math.max(1, shape.width / shape.height) : SIDE_PX);

/** SVG attributes, since the page's CSP forbids `style`. */
function InitialsAvatar({ name }: { name: string }) {
  const { lit, rest } = initialsGrounds(hueOfName(name));
  return (
    <svg className="shelv-avatar" viewBox="0 0 104 104" width={104} height={104} aria-hidden="true">
      <rect width={104} height={104} fill={rest} />
      <circle cx={34} cy={14} r={72} fill={lit} />
      <text
        x={52}
        y={53}
        fill="#fff"
        fontSize={40}
        fontWeight={600}
        textAnchor="middle"
        dominantBaseline="central"
      >
        {initials(name)}
      </text>
    </svg>
  );
}
