import { profileWords } from "#words/screens/profile";
import { QR_INK, type QrCode } from "./qr-code";

type QrPictureProps = { code: QrCode; link: string; className: string | undefined };

export const QrPicture = ({ code: { side, path }, link, className }: QrPictureProps) => (
  <svg
    className={className}
    viewBox={`0 0 ${side} ${side}`}
    role="img"
    aria-label={profileWords.qr.label(link)}
    shapeRendering="crispEdges"
  >
    <path d={path} fill={QR_INK} />
  </svg>
);
