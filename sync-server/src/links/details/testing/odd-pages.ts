import { html, jsonLd, og, page } from "./test-page.ts";

const latin1 = (text: string) => new Uint8Array(Buffer.from(text, "latin1"));
const SCRIPT = `<script>${"var x=1;".repeat(400_000)}</script>`;

export const ODD_PAGES = [
  page("/plain", html("<title>A plain page</title>"), { title: "A plain page" }),
  page("/no-head", "<title>No head</title><h1>Hello</h1>", { title: "No head" }),
  page("/only-heading", "<!doctype html><body><h1>Only a heading</h1><p>Text</p>", {
    title: "Only a heading",
  }),
  page("/svg-title", html("", `<svg><title>Icon of a cart</title></svg><h1>The real one</h1>`), {
    title: "The real one",
  }),
  page(
    "/script-last",
    html(`<title>Before the script</title><meta name="description" content="Found.">${SCRIPT}`),
    { title: "Before the script", description: "Found." },
  ),
  page("/script-first", html(`${SCRIPT}<title>After three megabytes</title>`), "link-too-large"),
  page(
    "/latin1-header",
    latin1("<html><head><title>Caf\xe9 &amp; Th\xe9</title></head></html>"),
    { title: "Café & Thé" },
    { headers: { "content-type": "text/html; charset=ISO-8859-1" } },
  ),
  page(
    "/latin1-meta",
    latin1(
      '<html><head><meta http-equiv="Content-Type" content="text/html; charset=iso-8859-15"><title>\xa4 25, Caf\xe9</title></head></html>',
    ),
    { title: "€ 25, Café" },
  ),
  page(
    "/wrong-charset",
    latin1('<html><head><meta charset="utf-8"><title>M\xfcller</title></head></html>'),
    { title: "Müller" },
    { headers: { "content-type": "text/html; charset=utf-8" } },
  ),
  page(
    "/utf8-claims-latin1-in-meta",
    '<html><head><meta charset="iso-8859-1"><title>Müller</title></head></html>',
    { title: "Müller" },
    { headers: { "content-type": "text/html; charset=utf-8" } },
  ),
  page(
    "/shift-jis",
    new Uint8Array([
      ...Buffer.from('<html><head><meta charset="Shift_JIS"><title>'),
      0x83,
      0x65,
      0x83,
      0x58,
      0x83,
      0x67,
      ...Buffer.from("</title></head></html>"),
    ]),
    { title: "テスト" },
  ),
  page(
    "/utf16-bom",
    new Uint8Array([
      0xff,
      0xfe,
      ...Buffer.from("<html><head><title>Wide 🍵</title></head></html>", "utf16le"),
    ]),
    { title: "Wide 🍵" },
  ),
  page("/utf8-bom", "\uFEFF<!doctype html><title>With a mark</title>", { title: "With a mark" }),
  page(
    "/no-type",
    "<!DOCTYPE html><html><head><title>Untyped</title></head></html>",
    { title: "Untyped" },
    { headers: { "content-type": "" } },
  ),
  page(
    "/no-type-div",
    "<div><title>Untyped div</title></div>",
    { title: "Untyped div" },
    { headers: { "content-type": "" } },
  ),
  page(
    "/xhtml-as-xml",
    `<?xml version="1.0" encoding="UTF-8"?><!-- c --><!DOCTYPE html><html xmlns="http://www.w3.org/1999/xhtml"><head><title>Strict &amp; true</title></head></html>`,
    { title: "Strict & true" },
    { headers: { "content-type": "application/xml" } },
  ),
  page("/feed", `<?xml version="1.0"?><rss><channel><title>News</title></channel></rss>`, "link-unreadable", {
    headers: { "content-type": "application/rss+xml" },
  }),
  page("/vector", `<svg xmlns="http://www.w3.org/2000/svg"><title>Icon</title></svg>`, "link-unreadable", {
    headers: { "content-type": "text/xml" },
  }),
  page(
    "/octets",
    "<!DOCTYPE html><html><head><title>Octets</title></head></html>",
    { title: "Octets" },
    { headers: { "content-type": "application/octet-stream" } },
  ),
  page(
    "/entities",
    html(
      `<title>Fish &amp; Chips &mdash; &#128031;&nbsp;&quot;best&quot;</title><meta name="description" content="Salt &amp;amp; vinegar">`,
    ),
    { title: 'Fish & Chips — 🐟 "best"', description: "Salt & vinegar" },
  ),
  page("/emoji", html(og({ "og:title": "Party 🎉👩‍👩‍👧‍👦 time", "og:description": "🏳️‍🌈" })), {
    title: "Party 🎉👩‍👩‍👧‍👦 time",
    description: "🏳️‍🌈",
  }),
  page(
    "/rtl",
    html(
      `<title>كوب أزرق | متجر</title>${og({ "og:site_name": "متجر", "og:title": "كوب أزرق | متجر" })}`,
      "<p>أهلا</p>",
      'lang="ar" dir="rtl"',
    ),
    { title: "كوب أزرق", siteName: "متجر" },
  ),
  page("/line-breaks", html("<title>\n   Many\n\t  lines\u0007 and\u200B marks\n</title>"), {
    title: "Many lines and marks",
  }),
  page("/long", html(`<title>${"word ".repeat(100)}</title>`), { title: `${"word ".repeat(39).trim()}…` }),
  page("/images/relative", html(`<title>R</title>${og({ "og:image": "../pics/a.jpg" })}`), {
    title: "R",
    imageUrl: "ORIGIN/pics/a.jpg",
  }),
  page("/images/protocol-relative", html(`<title>R</title>${og({ "og:image": "//127.0.0.1/a.jpg" })}`), {
    title: "R",
    imageUrl: "http://127.0.0.1/a.jpg",
  }),
  page("/images/base", html(`<base href="ORIGIN/cdn/"><title>B</title>${og({ "og:image": "b.jpg" })}`), {
    title: "B",
    imageUrl: "ORIGIN/cdn/b.jpg",
  }),
  page(
    "/images/data",
    html(
      `<title>D</title>${og({ "og:image": "data:image/png;base64,AAAA" })}<meta name="twitter:image" content="ORIGIN/real.png">`,
    ),
    { title: "D", imageUrl: "ORIGIN/real.png" },
  ),
  page("/images/data-only", html(`<title>D</title>${og({ "og:image": "data:image/png;base64,AAAA" })}`), {
    title: "D",
  }),
  page(
    "/images/pixel",
    html(
      `<title>P</title><meta property="og:image" content="ORIGIN/t.gif"><meta property="og:image:width" content="1"><meta property="og:image:height" content="1">`,
    ),
    { title: "P" },
  ),
  page(
    "/images/several",
    html(
      `<title>S</title><meta property="og:image" content="ORIGIN/icon.png"><meta property="og:image:width" content="64"><meta property="og:image:height" content="64"><meta property="og:image" content="ORIGIN/large.png"><meta property="og:image:width" content="1200"><meta property="og:image:height" content="630">`,
    ),
    { title: "S", imageUrl: "ORIGIN/large.png" },
  ),
  page("/images/placeholder", html(`<title>P</title>${og({ "og:image": "ORIGIN/placeholder.png" })}`), {
    title: "P",
    imageUrl: "ORIGIN/placeholder.png",
  }),
  page("/images/script", html(`<title>J</title>${og({ "og:image": "javascript:alert(1)" })}`), {
    title: "J",
  }),
  page("/images/image-src", html(`<title>L</title><link rel="image_src" href="/linked.jpg">`), {
    title: "L",
    imageUrl: "ORIGIN/linked.jpg",
  }),
  page(
    "/icons",
    html(
      `<title>I</title><link rel="icon" href="/i.svg" type="image/svg+xml"><link rel="icon" sizes="32x32" href="/32.png"><link rel="apple-touch-icon" href="/180.png"><link rel="mask-icon" href="/mask.svg"><meta name="theme-color" content="#ABC">`,
    ),
    { title: "I", icon: "ORIGIN/180.png", color: "#aabbcc" },
  ),
  page(
    "/icons/sizes",
    html(
      `<title>I</title><link rel="icon" sizes="192x192" href="/192.png"><link rel="apple-touch-icon" sizes="57x57" href="/57.png"><meta name="theme-color" content="rebeccapurple">`,
    ),
    { title: "I", icon: "ORIGIN/192.png" },
  ),
  page("/canonical/front", html(`<title>C</title><link rel="canonical" href="ORIGIN/">`), { title: "C" }),
  page("/canonical/relative", html(`<title>C</title><link rel="canonical" href="/canonical/real?id=2">`), {
    title: "C",
    canonicalUrl: "ORIGIN/canonical/real?id=2",
  }),
  page("/canonical/script", html(`<title>C</title><link rel="canonical" href="javascript:alert(1)">`), {
    title: "C",
  }),
  page(
    "/cookie-wall",
    html("<title>Before you continue</title>", "<form><button>Accept all</button></form>"),
    "link-walled",
  ),
  page(
    "/cookie-banner",
    html(`<title>Cookie settings</title>${og({ "og:title": "A real page", "og:image": "ORIGIN/r.jpg" })}`),
    { title: "A real page", imageUrl: "ORIGIN/r.jpg" },
  ),
  page("/bot-wall", html("<title>Just a moment...</title>", "<h1>Checking your browser</h1>"), "link-walled"),
  page("/login-wall", html("<title>Log in</title>"), "link-walled"),
  page("/login-guide", html("<title>Loginov and his pots</title>"), { title: "Loginov and his pots" }),
  page("/403", html("<title>Access denied</title>", "<h1>Sorry</h1>"), "link-walled", { status: 403 }),
  page("/429", html("<title>Too many</title>"), "link-walled", { status: 429 }),
  page("/401", html("<title>Who?</title>"), "link-walled", { status: 401 }),
  page("/404", html("<title>Not found</title>"), "link-not-found", { status: 404 }),
  page("/410", html("<title>Gone</title>"), "link-not-found", { status: 410 }),
  page("/500", html("<title>Oops</title>"), "link-unreachable", { status: 500 }),
  page("/refresh", html(`<meta http-equiv="refresh" content="0; url=/plain">`), { title: "A plain page" }),
  page("/refresh/quoted", html(`<meta http-equiv="Refresh" content="1;URL='/plain'">`), {
    title: "A plain page",
  }),
  page(
    "/refresh/noscript",
    html(`<title>With script</title><noscript><meta http-equiv="refresh" content="0;url=/plain"></noscript>`),
    { title: "With script" },
  ),
  page(
    "/refresh/itself",
    html(`<title>Reloads</title><meta http-equiv="refresh" content="5;url=/refresh/itself">`),
    { title: "Reloads" },
  ),
  page(
    "/refresh/ring-a",
    html(`<title>A</title><meta http-equiv="refresh" content="0;url=/refresh/ring-b">`),
    { title: "A" },
  ),
  page(
    "/refresh/ring-b",
    html(`<title>B</title><meta http-equiv="refresh" content="0;url=/refresh/ring-a">`),
    { title: "B" },
  ),
  page(
    "/redirect/relative",
    "",
    { title: "A plain page" },
    { status: 302, headers: { location: "../plain" } },
  ),
  page(
    "/redirect/permanent",
    "",
    { title: "A plain page" },
    { status: 308, headers: { location: "/redirect/relative" } },
  ),
  page("/redirect/with-cookie", "", "link-circles", {
    status: 302,
    headers: { location: "/redirect/with-cookie", "set-cookie": "seen=1" },
  }),
  page("/redirect/file", "", "link-without-page", {
    status: 302,
    headers: { location: "file:///etc/passwd" },
  }),
  page("/redirect/nowhere", html("<title>No location</title>"), "link-walled", { status: 302 }),
  page(
    "/pdf/Annual_Report-2026.pdf",
    "%PDF-1.7 …",
    { title: "Annual Report 2026" },
    { headers: { "content-type": "application/pdf" } },
  ),
  page("/json", "{}", "link-unreadable", { headers: { "content-type": "application/json" } }),
  page("/text", "Hello", "link-unreadable", { headers: { "content-type": "text/plain" } }),
  page("/empty", "", "link-silent"),
  page("/nothing", html(""), "link-silent"),
  page(
    "/nested-quotes",
    html(
      `<meta property='og:title' content='He said "hi"'><meta content="Reversed order" property="og:description">`,
    ),
    { title: 'He said "hi"', description: "Reversed order" },
  ),
  page(
    "/upper-case",
    `<HTML><HEAD><TITLE>Loud</TITLE><META NAME="DESCRIPTION" CONTENT="Very"></HEAD></HTML>`,
    { title: "Loud", description: "Very" },
  ),
  page(
    "/unclosed",
    `<html><head><title>Unclosed</title><meta name="description" content="Fine"><body><div><p>`,
    { title: "Unclosed", description: "Fine" },
  ),
  page(
    "/template",
    html(`<template><title>Not me</title>${og({ "og:title": "Nor me" })}</template><title>Me</title>`),
    { title: "Me" },
  ),
  page(
    "/itemprop-meta",
    html(`<title>x</title><meta itemprop="name" content="Plus"><meta itemprop="image" content="/plus.jpg">`),
    { title: "x", imageUrl: "ORIGIN/plus.jpg" },
  ),
  page("/site-prefix", html(`<title>Cups: Blue Mug</title>${og({ "og:site_name": "Cups" })}`), {
    title: "Blue Mug",
    siteName: "Cups",
  }),
  page("/only-site-name", html(`<title>Cups</title>${og({ "og:site_name": "Cups" })}`), {
    title: "Cups",
    siteName: "Cups",
  }),
  page("/html-in-title", html(og({ "og:title": "Bread &lt;b&gt;fresh&lt;/b&gt;" })), {
    title: "Bread <b>fresh</b>",
  }),
  page("/deep", html(`<title>Deep</title>${jsonLd(`${'{"a":'.repeat(5000)}1${"}".repeat(5000)}`)}`), {
    title: "Deep",
  }),
  page("/many-metas", html(`<title>Many</title>${'<meta name="x" content="y">'.repeat(5000)}`), {
    title: "Many",
  }),
];
