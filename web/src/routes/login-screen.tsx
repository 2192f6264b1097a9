import { SIGNED_IN_STEP } from "@shelv/contract/sign-in";
import { PLAN_NAMES, type PlanName } from "@shelv/contract/rows/plan";
import { getRouteApi } from "@tanstack/react-router";
import { useEffect } from "react";
import { storeWantedPlan } from "#features/onboarding/stored-answers";
import { SignInPage } from "#features/sign-in/sign-in-page.tsx";
import { tabSession } from "#accounts/tab-session";

const route = getRouteApi("/login");

export function LoginScreen() {
  const { username, next, step, error, plan } = route.useSearch();
  useEffect(() => {
    if (isPlan(plan)) storeWantedPlan(tabSession, plan);
  }, [plan]);
  return <SignInPage username={username} next={next} error={error} isSignedIn={step === SIGNED_IN_STEP} />;
}

const isPlan = (text: string | undefined): text is PlanName =>
  (PLAN_NAMES as readonly (string | undefined)[]).includes(text);
