import { getRouteApi } from "@tanstack/react-router";
import { OwnerArea } from "#features/navigation/owner-area.tsx";
import { Onboarding } from "#features/onboarding/onboarding.tsx";
import { isStep } from "#features/onboarding/steps";
import { NotFoundScreen } from "#routes/shell/not-found-screen.tsx";

const route = getRouteApi("/onboarding/$step");

export function OnboardingScreen() {
  const { account } = route.useRouteContext();
  const { step } = route.useParams();
  return isStep(step) ? (
    <OwnerArea account={account}>
      <Onboarding step={step} />
    </OwnerArea>
  ) : (
    <NotFoundScreen />
  );
}
