import { PRODUCT } from "@shelv/contract/product";
import { REFUSALS, type RefusalCode } from "@shelv/contract/refusal";
import { ALL_ROUTES } from "@shelv/contract/routes/all";
import {
  apiError,
  expectedRefusals,
  JSON_MAX_BYTES,
  type Route,
  USER_HEADER,
} from "@shelv/contract/routes/route";
import { toJsonSchema } from "@valibot/to-json-schema";
import type * as v from "valibot";

export type JsonSchema = ReturnType<typeof toJsonSchema>;
export type Operation = {
  operationId: string;
  summary: string;
  tags: string[];
  security: Record<string, string[]>[];
  parameters: { name: string; in: "path" | "query"; required: boolean; schema: JsonSchema }[];
  requestBody?: { required: true; description: string; content: Record<string, { schema: JsonSchema }> };
  responses: Record<string, { description: string; content?: Record<string, { schema?: object }> }>;
};
export type OpenApiDocument = {
  openapi: "3.1.0";
  info: { title: string; version: string; description: string };
  servers?: { url: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    securitySchemes: Record<"session" | "captureToken", object>;
  };
};

const DESCRIPTION =
  `A session is a cookie, set by signing in; a capture token is a Bearer token. A call that names an account's id in \`${USER_HEADER}\` is refused where another is signed in; ` +
  "what syncs has to name it. Writes are refused from other sites' pages. Every answer that is no success has the form of " +
  "`Error`: a code that never changes and a sentence for people. JSON is compressed as `Accept-Encoding` allows. Times are ISO 8601 in UTC; an `order` counts from 0.";

export function openApiDocument({
  sessionCookie,
  publicUrl,
}: {
  sessionCookie: string;
  publicUrl: string | null;
}): OpenApiDocument {
  const paths: OpenApiDocument["paths"] = {};
  for (const route of ALL_ROUTES)
    (paths[pathOf(route)] ??= {})[route.method.toLowerCase()] = operationOf(route);
  return {
    openapi: "3.1.0",
    info: { title: `${PRODUCT} API`, version: "1", description: DESCRIPTION },
    ...(publicUrl === null ? {} : { servers: [{ url: publicUrl }] }),
    paths,
    components: {
      schemas: { Error: schemaOf(apiError, "output") },
      securitySchemes: {
        session: { type: "apiKey", in: "cookie", name: sessionCookie },
        captureToken: {
          type: "http",
          scheme: "bearer",
          description: "From `POST /api/capture-tokens`. It can only add items.",
        },
      },
    },
  };
}

const pathOf = ({ path }: Route): string => path.replaceAll(/:(\w+)/g, "{$1}");

function operationOf(route: Route): Operation {
  const requestBody = bodyOf(route);
  return {
    operationId: `${route.method.toLowerCase()}${route.path.replaceAll(/[^a-z]+([a-z]?)/gi, (_, letter: string) => letter.toUpperCase())}`,
    summary: route.summary,
    tags: [route.path.split("/")[2] ?? ""],
    security: securityOf(route),
    parameters: [...parametersOf(route.params, "path"), ...parametersOf(route.query, "query")],
    ...(requestBody ? { requestBody } : {}),
    responses: { ...successOf(route), ...refusalsOf(route) },
  };
}

function securityOf({ access, needsCaptureToken = false }: Route): Operation["security"] {
  if (needsCaptureToken) return [{ captureToken: [] }];
  return access === "anyone" ? [] : [{ session: [] }];
}

function parametersOf(schema: v.GenericSchema | undefined, place: "path" | "query"): Operation["parameters"] {
  if (!schema) return [];
  const { properties = {}, required = [] } = schemaOf(schema, "input");
  return Object.entries(properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: property as JsonSchema,
  }));
}

const MEDIA_TYPES = {
  json: "application/json",
  beacon: "application/json",
  form: "application/x-www-form-urlencoded",
  multipart: "multipart/form-data",
  bytes: "application/octet-stream",
  stream: "application/zip",
} as const;

function bodyOf({
  body,
  encoding = "json",
  pictureField,
  maxBytes = JSON_MAX_BYTES,
  takesGzip = false,
}: Route): Operation["requestBody"] {
  if (!body && encoding !== "bytes" && encoding !== "stream") return undefined;
  const schema: JsonSchema = body ? schemaOf(body, "input") : {};
  if (pictureField !== undefined) {
    schema.properties = {
      ...schema.properties,
      [pictureField]: { type: "string", contentMediaType: "image/*", description: "A picture" },
    };
  }
  return {
    required: true,
    description: `At most ${maxBytes} bytes${takesGzip ? ", plain or with `Content-Encoding: gzip`" : ""}`,
    content: { [MEDIA_TYPES[encoding]]: { schema } },
  };
}

function successOf({ answer, answerType }: Route): Operation["responses"] {
  if (answer)
    return {
      "200": { description: "Done", content: { "application/json": { schema: schemaOf(answer, "output") } } },
    };
  if (answerType !== undefined) return { "200": { description: "Done", content: { [answerType]: {} } } };
  return { "204": { description: "Done, with nothing to say" } };
}

function refusalsOf(route: Route): Operation["responses"] {
  const ofStatus = Map.groupBy(expectedRefusals(route), (code) => String(REFUSALS[code].status));
  return Object.fromEntries(
    [...ofStatus].map(([status, codes]) => [
      status,
      {
        description: codes.map(sentenceOf).join(" · "),
        content: { "application/json": { schema: { $ref: "#/components/schemas/Error" } } },
      },
    ]),
  );
}

const sentenceOf = (code: RefusalCode): string => `${code}: ${REFUSALS[code].message}`;

/**
 * Without the rules that JSON Schema cannot express (trimming, control characters): the server's message
 * explains those.
 */
function schemaOf(schema: v.GenericSchema, typeMode: "input" | "output"): JsonSchema {
  const { $schema: _, ...said } = toJsonSchema(schema, {
    target: "draft-2020-12",
    typeMode,
    errorMode: "ignore",
  });
  return said;
}
