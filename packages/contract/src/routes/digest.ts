import * as v from "valibot";
import { route } from "./route.ts";

const params = v.object({ token: v.pipe(v.string(), v.maxLength(200)) });

/** The token identifies the subscription and authorises the call (RFC 8058). */
export const digestRoutes = {
  showUnsubscribe: route({
    method: "GET",
    path: "/api/unsubscribe/:token",
    summary: "A page with a button that ends the weekly digest; looking at it changes nothing",
    refuses: ["not-found"],
    access: "anyone",
    params,
    answerType: "text/html",
  }),
  unsubscribe: route({
    method: "POST",
    path: "/api/unsubscribe/:token",
    summary: "Ends the weekly digest, for people and for mail programs",
    refuses: ["not-found"],
    access: "anyone",
    params,
    answerType: "text/html",
  }),
};
