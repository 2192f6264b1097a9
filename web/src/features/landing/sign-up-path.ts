import type { PlanName } from "@shelv/contract/rows/plan";

export function signUpPath({ username = "", plan }: { username?: string; plan?: PlanName }): string {
  const chosen = [
    username.trim() && `username=${encodeURIComponent(username.trim())}`,
    plan && `plan=${plan}`,
  ].filter(Boolean);
  return chosen.length === 0 ? "/login" : `/login?${chosen.join("&")}`;
}
