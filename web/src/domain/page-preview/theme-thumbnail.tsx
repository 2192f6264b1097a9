import { ItemFace } from "@shelv/public-page/item-face.tsx";
import { EVERY_DAY, type SampleObject } from "#domain/sample-shelf/sample-objects";
import { type Look, PagePicture } from "./page-picture";

type ThemeThumbnailProps = {
  look: Look;
  things?: readonly SampleObject[];
  objects?: number;
  size?: "medium" | "small";
};

const HOUSEHOLD = EVERY_DAY.slice(2);

export const ThemeThumbnail = ({
  look,
  things = HOUSEHOLD,
  objects = 3,
  size = "medium",
}: ThemeThumbnailProps) => (
  <PagePicture
    look={look}
    size={size}
    faces={things.slice(0, objects).map((item) => (
      <ItemFace key={item.id} item={item} />
    ))}
  />
);
