import { onboardingRoutes } from "@shelv/contract/routes/onboarding";
import { readSingle } from "#database/rows/read-single";
import { type Api, bindRoute } from "#http/bind-route";
import { storeFormPicture } from "#images/store-form-picture";
import { applyAtOnce } from "#mutate/apply-mutations";
import { mutation } from "#mutate/mutation";
import type { Services } from "#services";

export function serveOnboarding(api: Api, services: Services): void {
  const {
    db: { reader },
    writeDeps,
  } = services;

  bindRoute(api, onboardingRoutes.status, ({ caller }) => status(caller.userId));

  bindRoute(api, onboardingRoutes.complete, async ({ caller: { userId }, body, files }) => {
    const picture = await storeFormPicture(services, { userId, bytes: files.get("avatar") });
    await applyAtOnce(writeDeps, userId, [
      mutation("onboarding.complete", { answers: { ...body, picture } }),
    ]);
    return status(userId);
  });

  async function status(userId: string) {
    return { completed: (await readSingle(reader, userId, "onboarding")).completed };
  }
}
