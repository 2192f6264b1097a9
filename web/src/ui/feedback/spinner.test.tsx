import { MantineProvider } from "@mantine/core";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Spinner } from "./spinner";

const rendered = (label?: string) =>
  renderToStaticMarkup(
    <MantineProvider>
      <Spinner {...(label === undefined ? {} : { label })} />
    </MantineProvider>,
  );

test("a spinner's label is the text of a status, and no element without a role has an ARIA name", () => {
  const html = rendered("Preparing the picture");
  expect(html).toMatch(
    /<output[^>]*>.*<span class="visually-hidden">Preparing the picture<\/span><\/output>/,
  );
  expect(html).not.toContain("aria-label");
});

test("a spinner without a label is hidden from screen readers", () => {
  expect(rendered()).toMatch(/<span[^>]*aria-hidden="true"[^>]*><\/span>/);
  expect(rendered()).not.toContain("<output");
});
