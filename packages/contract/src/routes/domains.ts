import * as v from "valibot";
import { domainAnswer, typedDomain } from "#rows/domain";
import { route } from "./route.ts";

const domainsAnswer = v.object({
  isOffered: v.boolean(),
  isInPlan: v.boolean(),
  domains: v.array(domainAnswer),
});

export const domainRoutes = {
  list: route({
    method: "GET",
    path: "/api/domains",
    summary: "The owner's domains, the records each needs, and how far each has come",
    access: "owner",
    answer: domainsAnswer,
  }),
  add: route({
    method: "POST",
    path: "/api/domains",
    summary: "Adds a domain, or looks again at one that was added, and answers what its DNS says now",
    refuses: ["domains-off", "domain-needs-premium", "domain-limit", "too-many"],
    access: "owner",
    body: v.object({ name: typedDomain }),
    answer: domainsAnswer,
  }),
  remove: route({
    method: "DELETE",
    path: "/api/domains/:name",
    summary: "Removes a domain, whether it is there or not",
    access: "owner",
    params: v.object({ name: v.string() }),
    answer: domainsAnswer,
  }),
};
