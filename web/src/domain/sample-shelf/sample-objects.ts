import type { PagePicture } from "@shelv/public-page/page-data";
import { sampleWords } from "#words/screens/landing";
import books from "./samples/books.svg";
import camera from "./samples/camera.svg";
import jar from "./samples/jar.svg";
import lamp from "./samples/lamp.svg";
import lemons from "./samples/lemons.svg";
import mug from "./samples/mug.svg";
import oil from "./samples/oil.svg";
import plant from "./samples/plant.svg";
import print from "./samples/print.svg";
import record from "./samples/record.svg";
import teapot from "./samples/teapot.svg";
import vase from "./samples/vase.svg";

export type SampleObject = {
  id: keyof typeof sampleWords.things;
  title: string;
  emoji: string;
  price: string;
  picture: PagePicture;
};

const thing = (
  id: SampleObject["id"],
  src: string,
  width: number,
  price = "",
  height = 156,
): SampleObject => ({
  id,
  title: sampleWords.things[id],
  emoji: "",
  price,
  picture: { sha256: id, src, shape: { width, height, isAnimated: false } },
});

export const EVERY_DAY: readonly SampleObject[] = [
  thing("books", books, 130),
  thing("lamp", lamp, 112),
  thing("vase", vase, 80, "$48"),
  thing("mug", mug, 98, "$34"),
  thing("print", print, 112, "$18"),
  thing("plant", plant, 144, "", 172),
  thing("camera", camera, 124),
  thing("record", record, 132),
];

export const KITCHEN: readonly SampleObject[] = [
  thing("teapot", teapot, 132, "$72"),
  thing("lemons", lemons, 130),
  thing("jar", jar, 80),
  thing("oil", oil, 56, "$21"),
];
