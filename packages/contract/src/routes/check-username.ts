import * as v from "valibot";
import { route } from "./route.ts";

/** Apart from the other sign-in routes: the landing page's script needs it alone. */
export const checkUsernameRoute = route({
  method: "GET",
  path: "/api/check-username/:username",
  summary: "Whether a username can still be had",
  refuses: ["too-many"],
  access: "anyone",
  params: v.object({ username: v.pipe(v.string(), v.maxLength(200)) }),
  answer: v.object({ available: v.boolean() }),
});
