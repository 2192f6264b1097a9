import { Refusal } from "@shelv/contract/refusal";
import { linkDetailsRoutes } from "@shelv/contract/routes/link-details";
import { type Api, bindRoute } from "#http/bind-route";
import { type LinkPictureDeps, storeLinkPicture } from "#links/details/link-picture";
import { type LinkDeps, readLink } from "#links/details/read-link";
import { requestLanguage } from "#outbound/request-language";

export function serveLinkDetails(api: Api, deps: LinkDeps & LinkPictureDeps): void {
  const { limits, outbound } = deps;

  bindRoute(api, linkDetailsRoutes.read, async ({ caller: { userId }, body: { url } }) => {
    mustBeOn();
    await limits.take(["links-by-account", userId], ["daily-links-by-account", userId]);
    return (await readLink(deps, userId, url, { language: requestLanguage() })).details;
  });

  bindRoute(api, linkDetailsRoutes.takePicture, async ({ caller: { userId }, body }) => {
    mustBeOn();
    const { imageUrl, icon, color } = body;
    await limits.take(["link-pictures-by-account", userId], ["daily-link-pictures-by-account", userId]);
    const found = await storeLinkPicture(deps, userId, {
      images: imageUrl === null ? [] : [imageUrl],
      icons: icon === null ? [] : [icon],
      color,
    });
    if (!found) throw new Refusal("picture-missing");
    return found;
  });

  function mustBeOn(): void {
    if (!outbound.isOn) throw new Refusal("outbound-off");
  }
}
