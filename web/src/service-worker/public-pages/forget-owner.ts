import { picturesIn } from "./pictures-in.ts";
import { forgetPage, savedTexts } from "./saved-pages.ts";
import { forgetPicturesBut } from "./saved-pictures.ts";

/** After a sign-out no copy of the owner's page and pictures stays on this device. Pictures on other saved pages stay. */
export async function forgetOwner(username: string): Promise<void> {
  await forgetPage(username);
  await forgetPicturesBut(picturesIn(await savedTexts()));
}
