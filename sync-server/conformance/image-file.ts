import { picture } from "#testing/pictures";

/** The smallest valid picture, different each time. */
export const imageFile = async (): Promise<Blob> =>
  new Blob([await picture("png", { width: 8, height: 8 })], { type: "image/png" });
