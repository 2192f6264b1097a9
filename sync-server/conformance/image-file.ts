import { picture } from "#testing/pictures";

/** The smallest valid picture, different each time, as a form sends it. */
export const imageFile = async (): Promise<Blob> =>
  new Blob([await picture("png", { width: 8, height: 8 })], { type: "image/png" });
