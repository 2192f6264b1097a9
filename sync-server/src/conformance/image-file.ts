import { picture } from "#testing/pictures";

/** The smallest picture that is one, another each time, as a form carries it. */
export const imageFile = async (): Promise<Blob> =>
  new Blob([await picture("png", { width: 8, height: 8 })], { type: "image/png" });
