import { SIGNED_IN_STEP } from "@shelv/contract/sign-in";
import { getRouteApi } from "@tanstack/react-router";
import { SignInPage } from "#features/sign-in/sign-in-page.tsx";

const route = getRouteApi("/login");

export function LoginScreen() {
  const { username, next, step, error } = route.useSearch();
  return <SignInPage username={username} next={next} error={error} isSignedIn={step === SIGNED_IN_STEP} />;
}
