import * as v from "valibot";
import { SERVER_PATHS } from "#paths";
import { route } from "./route.ts";

const modelPath = v.pipe(
  v.string(),
  v.startsWith(`${SERVER_PATHS.backgroundModel}/`),
  v.regex(/\/[\da-f]{64}\.onnx$/),
);

export const backgroundModelRoutes = {
  read: route({
    method: "GET",
    path: "/api/background-model",
    summary:
      "The address of the operator's model for background removal on the device; null for the app's own",
    access: "anyone",
    answer: v.object({ path: v.nullable(modelPath) }),
  }),
};
