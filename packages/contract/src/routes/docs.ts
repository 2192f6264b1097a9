import { route } from "./route.ts";

export const docsRoutes = {
  openapi: route({
    method: "GET",
    path: "/api/openapi.json",
    summary: "This description, for machines: OpenAPI 3.1",
    access: "anyone",
    answerType: "application/json",
  }),
  page: route({
    method: "GET",
    path: "/api/docs",
    summary: "This description, for people",
    access: "anyone",
    answerType: "text/html",
  }),
};
