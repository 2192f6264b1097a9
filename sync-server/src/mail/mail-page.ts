/**
 * For all mails: the shelf, one message, at most one action. Tables and inline styles work in every mail
 * program; the style sheet adds dark colours where it is known.
 */
import { PRODUCT } from "@shelv/contract/product";
import { html, raw } from "hono/html";

type Html = ReturnType<typeof html>;

type MailPage = {
  title: string;
  preview: string;
  rows: readonly Html[];
  foot: Html | string;
};

export const mailPage = ({ title, preview, rows, foot }: MailPage): string =>
  (
    html`<!doctype html>
      <html lang="en">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="supported-color-schemes" content="light dark" />
          <title>${title}</title>
          <style>
            ${raw(DARK)}
          </style>
        </head>
        <body class="wall" style="margin:0;padding:0;background-color:${LIGHT.wall}">
          <div style="display:none;max-height:0;overflow:hidden">${preview}</div>
          <table
            role="presentation"
            class="wall"
            width="100%"
            cellpadding="0"
            cellspacing="0"
            border="0"
            bgcolor="${LIGHT.wall}"
          >
            <tr>
              <td align="center" style="padding:32px 12px 40px">
                <table
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  border="0"
                  style="max-width:520px"
                >
                  <tr>
                    <td>${SHELF}</td>
                  </tr>
                  <tr>
                    <td class="paper" bgcolor="${LIGHT.paper}" style="padding:8px 28px 28px">
                      <table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
                        <tr>
                          <td
                            class="ink"
                            style="padding:20px 0 4px;${FONT};font-size:22px;line-height:28px;font-weight:bold;color:${LIGHT.ink}"
                          >
                            <h1 style="margin:0;font-size:22px;line-height:28px">${title}</h1>
                          </td>
                        </tr>
                        ${rows}
                      </table>
                    </td>
                  </tr>
                  <tr>
                    <td
                      class="soft"
                      style="padding:20px 28px 0;${FONT};font-size:13px;line-height:20px;color:${LIGHT.soft}"
                    >
                      ${foot}
                    </td>
                  </tr>
                </table>
              </td>
            </tr>
          </table>
        </body>
      </html> ` as Awaited<Html>
  ).toString();

export const message = (text: Html | string): Html =>
  html`<tr>
    <td class="ink" style="padding:8px 0;${FONT};font-size:16px;line-height:24px;color:${LIGHT.ink}">
      ${text}
    </td>
  </tr> `;

export const code = (digits: string): Html =>
  html`<tr>
    <td align="center" style="padding:12px 0">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td
            class="plate"
            align="center"
            bgcolor="${LIGHT.plate}"
            style="padding:14px 18px 14px 26px;border-radius:6px;font-family:Menlo,Consolas,'Courier New',monospace;font-size:34px;line-height:40px;font-weight:bold;letter-spacing:8px;color:${LIGHT.ink}"
          >
            <span>${digits}</span>
          </td>
        </tr>
      </table>
    </td>
  </tr> `;

export const action = (label: string, url: string): Html =>
  html`<tr>
    <td align="center" style="padding:16px 0 8px">
      <table role="presentation" cellpadding="0" cellspacing="0" border="0">
        <tr>
          <td class="button" align="center" bgcolor="${LIGHT.accent}" style="border-radius:24px">
            <a
              class="button"
              href="${url}"
              style="display:inline-block;padding:14px 30px;${FONT};font-size:16px;line-height:20px;font-weight:bold;color:${LIGHT.onAccent};text-decoration:none;border-radius:24px"
              >${label}</a
            >
          </td>
        </tr>
      </table>
    </td>
  </tr> `;

export const FONT = "font-family:-apple-system,'Segoe UI',Roboto,Helvetica,Arial,sans-serif";

export const LIGHT = {
  wall: "#f8f0e3",
  paper: "#fffaf0",
  plate: "#f3e6cd",
  ink: "#3a2818",
  soft: "#6b5038",
  accent: "#8a4b12",
  onAccent: "#ffffff",
};
const NIGHT: typeof LIGHT = {
  wall: "#18120e",
  paper: "#2a211b",
  plate: "#3c281a",
  ink: "#f7ead8",
  soft: "#cdb499",
  accent: "#f0bf80",
  onAccent: "#2a1a0b",
};

const DARK = `@media (prefers-color-scheme:dark){
.wall{background-color:${NIGHT.wall}!important}
.paper{background-color:${NIGHT.paper}!important}
.plate{background-color:${NIGHT.plate}!important;color:${NIGHT.ink}!important}
.ink,.ink a{color:${NIGHT.ink}!important}
.soft,.soft a{color:${NIGHT.soft}!important}
.button{background-color:${NIGHT.accent}!important;color:${NIGHT.onAccent}!important}
}`;

const strip = (height: number, color: string) =>
  `<tr><td bgcolor="${color}" height="${height}" style="height:${height}px;font-size:0;line-height:0">&nbsp;</td></tr>`;

const BOOKS = [
  [13, 34, "#8a4b12"],
  [9, 42, "#6f8f5c"],
  [16, 30, "#c9603f"],
  [10, 38, "#4f7c8a"],
  [12, 26, "#e0b04c"],
] as const;

const book = ([width, height, color]: (typeof BOOKS)[number]) =>
  `<td valign="bottom" style="padding-right:3px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="${color}" width="${width}" height="${height}" style="width:${width}px;height:${height}px;font-size:0;line-height:0">&nbsp;</td></tr></table></td>`;

const SHELF = raw(
  `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0">
<tr><td style="padding:0 20px"><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr>${BOOKS.map(book).join("")}<td class="ink" valign="bottom" style="padding:0 0 4px 14px;font-family:Charter,Georgia,serif;font-size:26px;line-height:28px;font-weight:bold;color:${LIGHT.ink}">${PRODUCT}</td></tr></table></td></tr>
${strip(6, "#e6bf8b")}${strip(2, "#fff0d2")}${strip(14, "#d09d62")}${strip(4, "#a36c38")}
</table>`,
);
