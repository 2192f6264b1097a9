import { createHash } from "node:crypto";
import { html, raw } from "hono/html";
import type { JsonSchema, OpenApiDocument, Operation } from "./openapi-document.ts";

const DOCS_CSS = `
:root { color-scheme: light dark; --soft: light-dark(#6b5038, #c9b199); --line: light-dark(#e3d3ba, #4a3928); --mark: light-dark(#8a4b12, #e0a368); }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fdf9f2, #1d1610); color: light-dark(#3a2818, #f1e6d8); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); } h3 { font-size: 1rem; margin: 0; } h4 { font-size: .9rem; margin: .5rem 0 0; }
article { padding: 1rem 0; border-bottom: 1px solid var(--line); } article p { margin: .25rem 0; }
b, a { color: var(--mark); } i, dd, li, h4 { color: var(--soft); } code { color: light-dark(#3a2818, #f1e6d8); font: .95em ui-monospace, monospace; }
ul, ol { margin: .25rem 0; padding-left: 1.25rem; } dt { font-weight: 600; } dd { margin: 0 0 .5rem 1rem; }
nav a { display: inline-block; padding: .6rem .5rem .6rem 0; } summary { cursor: pointer; padding: .6rem 0; }
`;

/** The page's content security policy allows only its own inline style. */
export const DOCS_POLICY = `default-src 'none'; style-src 'sha256-${createHash("sha256").update(DOCS_CSS).digest("base64")}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

type Html = ReturnType<typeof html>;
type Called = { method: string; path: string; operation: Operation };

export async function docsPage({ info, paths }: OpenApiDocument): Promise<string> {
  const calls = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]): Called => ({
      method: method.toUpperCase(),
      path,
      operation,
    })),
  );
  const groups = [...Map.groupBy(calls, ({ operation }) => operation.tags[0] ?? "")];
  return String(
    await html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width" />
          <title>${info.title}</title>
          <style>
            ${raw(DOCS_CSS)}
          </style>
        </head>
        <body>
          <header>
            <h1>${info.title}</h1>
            <p>${info.description.replaceAll("`", "")}</p>
            <p>For machines: <a href="/api/openapi.json">openapi.json</a></p>
            <nav aria-label="Calls">${groups.map(([tag]) => html`<a href="#${tag}">${tag}</a> `)}</nav>
          </header>
          <main>
            ${groups.map(
              ([tag, called]) =>
                html`<section>
                  <h2 id="${tag}">${tag}</h2>
                  ${called.map(callHtml)}
                </section>`,
            )}
          </main>
        </body>
      </html>`,
  );
}

const callHtml = ({ method, path, operation }: Called): Html =>
  html`<article id="${operation.operationId}">
    <h3><b>${method}</b> <code>${path}</code></h3>
    <p>
      ${operation.summary}.
      <i>${accessOf(operation)}</i>
    </p>
    ${parametersHtml(operation)}${bodyHtml(operation)}
    <details>
      <summary>Answers</summary>
      <dl>
        ${Object.entries(operation.responses).map(
          ([status, { description, content }]) =>
            html`<dt>${status}</dt>
              <dd>
                ${description.split(" · ").map((line) => html`<p>${line}</p>`)}${status.startsWith("2") ? schemaOfContent(content) : ""}
              </dd>`,
        )}
      </dl>
    </details>
  </article>`;

function accessOf({ security: [scheme] }: Operation): string {
  if (!scheme) return "Anyone may call it.";
  return "captureToken" in scheme ? "Needs a capture token." : "Needs a session.";
}

const parametersHtml = ({ parameters }: Operation): Html | "" =>
  parameters.length === 0
    ? ""
    : html`<ul>
        ${parameters.map(({ name, required, schema, in: place }) => fieldHtml(name, schema, { isRequired: required, note: `in the ${place}` }))}
      </ul>`;

const bodyHtml = ({ requestBody }: Operation): Html | "" =>
  requestBody
    ? html`<h4>Body, ${Object.keys(requestBody.content).join()}, ${requestBody.description.toLowerCase()}</h4>
        ${schemaOfContent(requestBody.content)}`
    : "";

function schemaOfContent(content: Record<string, { schema?: object }> = {}): Html | "" {
  const [type, media] = Object.entries(content)[0] ?? [];
  if (!media) return "";
  return media.schema ? schemaHtml(media.schema) : html`<p>${type}</p>`;
}

function schemaHtml(schema: JsonSchema): Html {
  if (schema.type === "array" && isSchema(schema.items))
    return html`<p>A list of:</p>
      ${schemaHtml(schema.items)}`;
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return html`<p>One of:</p>
      <ol>
        ${alternatives.filter(isSchema).map((each) => html`<li>${schemaHtml(each)}</li>`)}
      </ol>`;
  if (!schema.properties) return html`<p>${kindOf(schema)}</p>`;
  const { required = [] } = schema;
  return html`<ul>
    ${Object.entries(schema.properties)
      .filter((field): field is [string, JsonSchema] => isSchema(field[1]))
      .map(([name, field]) => fieldHtml(name, field, { isRequired: required.includes(name), note: null }))}
  </ul>`;
}

function fieldHtml(
  name: string,
  schema: JsonSchema,
  { isRequired, note }: { isRequired: boolean; note: string | null },
): Html {
  const said = [kindOf(schema), ...limitsOf(schema), note, isRequired ? null : "may be left out"]
    .filter((part) => part !== null)
    .join(", ");
  const inner = schema.properties
    ? schema
    : schema.type === "array" && isSchema(schema.items) && schema.items.properties
      ? schema.items
      : null;
  return html`<li><code>${name}</code> ${said}${inner ? schemaHtml(inner) : ""}</li>`;
}

function kindOf(schema: JsonSchema): string {
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  const alternatives = schema.anyOf ?? schema.oneOf;
  if (alternatives)
    return alternatives
      .filter(isSchema)
      .map((each) => [kindOf(each), ...limitsOf(each)].join(", "))
      .join(" or ");
  if (schema.type === "array")
    return isSchema(schema.items)
      ? `list of ${schema.items.properties ? "objects" : kindOf(schema.items)}`
      : "list";
  return (
    schema.contentMediaType ??
    (Array.isArray(schema.type) ? schema.type.join(" or ") : (schema.type ?? "anything"))
  );
}

const limitsOf = ({
  minLength,
  maxLength,
  minimum,
  maximum,
  maxItems,
  format,
  description,
}: JsonSchema): string[] =>
  [
    format,
    description,
    minLength !== undefined && `from ${minLength} character${minLength === 1 ? "" : "s"}`,
    maxLength !== undefined && `up to ${maxLength} characters`,
    minimum !== undefined && `from ${minimum}`,
    maximum !== undefined && `up to ${maximum}`,
    maxItems !== undefined && `up to ${maxItems} of them`,
  ].filter((part) => typeof part === "string");

const isSchema = (schema: unknown): schema is JsonSchema =>
  typeof schema === "object" && schema !== null && !Array.isArray(schema);
