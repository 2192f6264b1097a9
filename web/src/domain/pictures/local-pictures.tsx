import { ServedPicture, UNTIL_LOADED } from "@shelv/public-page/pictures/picture.tsx";
import { PictureRenderer, type PictureProps } from "@shelv/public-page/pictures/picture-renderer";
import type { ReactNode } from "react";
import { useLocalUrl } from "#session/use-picture-url";
import { useNearViewport } from "#platform/react/use-near-viewport";
import { fillFace } from "#domain/items/fill-face";

/** Inside it, a page uses this device's copies, and requests only missing pictures. */
export const LocalPictures = ({ children }: { children: ReactNode }) => (
  <PictureRenderer value={renderLocalPicture}>{children}</PictureRenderer>
);

const renderLocalPicture = (picture: PictureProps) => <LocalPicture {...picture} />;

/** Read near the viewport only: a copy is up to a megabyte and a shelf may have thousands. */
function LocalPicture(props: PictureProps) {
  const { picture, frameClass, className, width, height, fillsFace = false } = props;
  const onLoad = fillsFace ? fillFace : undefined;
  const { place, isNear } = useNearViewport();
  const url = useLocalUrl(isNear ? picture.sha256 : null);
  if (url === null) return <ServedPicture {...props} onLoad={onLoad} />;
  return (
    <picture ref={place} className={frameClass} style={onLoad && UNTIL_LOADED}>
      <img
        className={className}
        src={url}
        width={width}
        height={height}
        onLoad={onLoad}
        decoding="async"
        alt=""
      />
    </picture>
  );
}
