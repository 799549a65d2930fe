/** The frame of the page. It is static; all data comes over the API and is inserted as text. */

/** No other host, nothing inline, no framing: the text of a memory can never become part of the page. */
export const PAGE_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "base-uri 'none'",
  "form-action 'self'",
  "frame-ancestors 'none'",
].join("; ");

const frame = (head: string, body: string) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>Pawl</title>
<link rel="icon" href="/icon.svg">
<link rel="stylesheet" href="/app.css">
${head}</head>
<body>${body}</body>
</html>
`;

export const appPage = () =>
  frame(
    `<script type="module" src="/app.js"></script>\n`,
    `<div id="app"><noscript>This page needs scripts, which come from this machine only.</noscript></div>`,
  );

const message = (text: string) => frame("", `<main class="closed"><h1>Pawl</h1><p>${text}</p></main>`);

export const closedPage = () =>
  message("Pawl is running. Run <code>pawl up</code> in a terminal: it prints a link that opens this page.");

/** For a visitor that may be a program: see `isNavigation`. `code` is one of ours: letters, digits, `-` and `_`. */
export const linkPage = (code: string) =>
  frame(
    "",
    `<main class="closed"><h1>Pawl</h1><form method="post" action="/"><input type="hidden" name="code" value="${code}"><button>Open Pawl</button></form></main>`,
  );

export const unbuiltPage = () =>
  message(
    "The page is not built, and its parts are not installed. Run <code>npm install</code> in Pawl’s folder, then reload. Everything else works: <code>pawl sessions</code>, <code>pawl search</code>.",
  );
