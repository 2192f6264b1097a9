export const DOCS_CSS = `
:root { color-scheme: light dark; --soft: light-dark(#6b5038, #c9b199); --line: light-dark(#e3d3ba, #4a3928); --mark: light-dark(#8a4b12, #e0a368); }
body { margin: 0 auto; max-width: 46rem; padding: 1rem; font: 1rem/1.5 system-ui, sans-serif; background: light-dark(#fdf9f2, #1d1610); color: light-dark(#3a2818, #f1e6d8); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.2; } h2 { margin-top: 3rem; border-bottom: 1px solid var(--line); } h3 { font-size: 1rem; margin: 0; } h4 { font-size: .9rem; margin: .5rem 0 0; }
article { padding: 1rem 0; border-bottom: 1px solid var(--line); } article p { margin: .25rem 0; }
b, a { color: var(--mark); } i, dd, li, h4 { color: var(--soft); } code { color: light-dark(#3a2818, #f1e6d8); font: .95em ui-monospace, monospace; }
ul, ol { margin: .25rem 0; padding-left: 1.25rem; } dt { font-weight: 600; } dd { margin: 0 0 .5rem 1rem; }
nav a { display: inline-block; padding: .6rem .5rem .6rem 0; } summary { cursor: pointer; padding: .6rem 0; }
`;
