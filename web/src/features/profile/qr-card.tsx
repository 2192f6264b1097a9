import { Button } from "@mantine/core";
import { IconDownload } from "@tabler/icons-react";
import { useMemo } from "react";
import { isCanvasExact } from "#pictures/is-canvas-exact";
import { showError } from "#ui/feedback/toast";
import { profileWords } from "#words/screens/profile";
import styles from "./qr-card.module.css";
import { QR_INK, QR_PAPER, type QrCode, qrCode, qrSvg } from "#domain/page-link/qr-code";
import { QrPicture } from "#domain/page-link/qr-picture.tsx";

const words = profileWords.qr;
const PNG_MIN_SIDE_PX = 1200;

export function QrCard({ link, username }: { link: string; username: string }) {
  const code = useMemo(() => qrCode(link), [link]);
  const savePng = async () => {
    if (!isCanvasExact()) return showError(words.protected);
    const png = await drawnPng(code);
    if (png) download(png, `shelv-${username}.png`);
    else showError(words.failed);
    return undefined;
  };
  return (
    <section id="qr-code" className={styles["card"]} aria-labelledby="qr-heading">
      <QrPicture code={code} link={link} className={styles["code"]} />
      <div className={styles["words"]}>
        <h2 id="qr-heading" className={styles["heading"]}>
          {words.heading}
        </h2>
        <p className={styles["text"]}>{words.text}</p>
        <div className={styles["buttons"]}>
          <Button
            variant="default"
            leftSection={<IconDownload size={18} />}
            onClick={() =>
              download(new Blob([qrSvg(code)], { type: "image/svg+xml" }), `shelv-${username}.svg`)
            }
          >
            {words.svg}
          </Button>
          <Button variant="default" leftSection={<IconDownload size={18} />} onClick={() => void savePng()}>
            {words.png}
          </Button>
        </div>
      </div>
    </section>
  );
}

/** Whole pixels for each module, so that edges stay sharp. */
async function drawnPng({ side, path }: QrCode): Promise<Blob | null> {
  const scale = Math.ceil(PNG_MIN_SIDE_PX / side);
  const canvas = Object.assign(document.createElement("canvas"), {
    width: side * scale,
    height: side * scale,
  });
  const context = canvas.getContext("2d");
  if (!context) return null;
  context.scale(scale, scale);
  context.fillStyle = QR_PAPER;
  context.fillRect(0, 0, side, side);
  context.fillStyle = QR_INK;
  const modules = new Path2D(path);
  // oxlint-disable-next-line unicorn/no-array-fill-with-reference-type -- a canvas, not an array
  context.fill(modules);
  return new Promise((resolve) => canvas.toBlob(resolve, "image/png"));
}

function download(blob: Blob, name: string): void {
  const url = URL.createObjectURL(blob);
  Object.assign(document.createElement("a"), { href: url, download: name }).click();
  // The browser has read the URL by then.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}
