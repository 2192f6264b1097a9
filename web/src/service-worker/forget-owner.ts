import { picturesIn } from "./pictures-in.ts";
import { forgetPage, savedTexts } from "./saved-pages.ts";
import { forgetPicturesBut } from "./saved-pictures.ts";

/** Who leaves this device leaves no copy of their page or their pictures on it. What other saved pages show stays with them. */
export async function forgetOwner(username: string): Promise<void> {
  await forgetPage(username);
  await forgetPicturesBut(picturesIn(await savedTexts()));
}
