import { picturesIn } from "./pictures-in.ts";
import { forgetPage, savedTexts } from "./saved-pages.ts";
import { forgetPicturesBut } from "./saved-pictures.ts";

/** At a sign-out. Pictures on other saved pages stay. */
export async function forgetOwner(username: string): Promise<void> {
  await forgetPage(username);
  await forgetPicturesBut(picturesIn(await savedTexts()));
}
