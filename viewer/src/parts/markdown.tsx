/** Markdown as elements. HTML in it stays text; only links that a person may follow become links. */

import { Lexer, type Token, type Tokens } from "marked";
import type { ComponentChildren, JSX } from "preact";
import { Code } from "./code.tsx";

/** A text far beyond this is shown as text: parsing it would hold up the page. */
const MOST = 100_000;

export function Markdown({ text }: { text: string }) {
  if (text.length > MOST) return <p class="plain">{text}</p>;
  return <div class="markdown">{blocks(tokensOf(text))}</div>;
}

/** Rows come and go while scrolling; the last texts need not be parsed again. */
const parsed = new Map<string, Token[]>();
const KEPT = 200;

function tokensOf(text: string): Token[] {
  const known = parsed.get(text);
  if (known !== undefined) return known;
  const tokens = new Lexer({ gfm: true, breaks: true }).lex(text);
  parsed.set(text, tokens);
  for (const oldest of parsed.keys()) {
    if (parsed.size <= KEPT) break;
    parsed.delete(oldest);
  }
  return tokens;
}

function blocks(tokens: readonly Token[]): ComponentChildren[] {
  return tokens.map(block);
}

/** The page has a heading of its own: those of a text are below it. */
const HEADINGS = ["h3", "h3", "h4", "h5", "h6", "h6"] as const;

function block(token: Token): ComponentChildren {
  switch (token.type) {
    case "space":
    case "def":
      return null;
    case "heading": {
      const Heading = HEADINGS[(token as Tokens.Heading).depth - 1] ?? "h6";
      return <Heading>{inline(token.tokens)}</Heading>;
    }
    case "paragraph":
      return <p>{inline(token.tokens)}</p>;
    case "code": {
      const { text, lang = "" } = token as Tokens.Code;
      return <Code text={text} name={lang.split(/\s/)[0] ?? ""} />;
    }
    case "blockquote":
      return <blockquote>{blocks(token.tokens ?? [])}</blockquote>;
    case "list":
      return list(token as Tokens.List);
    case "table":
      return table(token as Tokens.Table);
    case "hr":
      return <hr />;
    case "text":
      return token.tokens === undefined ? plain(token) : inline(token.tokens);
    default:
      return <p class="plain">{token.raw}</p>;
  }
}

function list({ ordered, start, items }: Tokens.List): JSX.Element {
  const entries = items.map((item) => (
    <li class={item.task ? "task" : undefined}>
      {item.task ? <span aria-hidden="true">{item.checked === true ? "☑ " : "☐ "}</span> : null}
      {blocks(item.tokens.filter(({ type }) => type !== "checkbox"))}
    </li>
  ));
  return ordered ? <ol start={start === "" ? 1 : start}>{entries}</ol> : <ul>{entries}</ul>;
}

function table({ header, rows }: Tokens.Table): JSX.Element {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard
    <div class="table-scroll" tabIndex={0}>
      <table>
        <thead>
          <tr>
            {header.map((cell) => (
              <th scope="col">{inline(cell.tokens)}</th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr>
              {row.map((cell) => (
                <td>{inline(cell.tokens)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function inline(tokens: readonly Token[] | undefined): ComponentChildren[] {
  return (tokens ?? []).map((token): ComponentChildren => {
    switch (token.type) {
      case "strong":
        return <strong>{inline(token.tokens)}</strong>;
      case "em":
        return <em>{inline(token.tokens)}</em>;
      case "del":
        return <del>{inline(token.tokens)}</del>;
      case "codespan":
        return <code>{(token as Tokens.Codespan).text}</code>;
      case "br":
        return <br />;
      case "link":
        return link(token as Tokens.Link);
      case "image":
        // Nothing is loaded from another host: a picture is named.
        return `${(token as Tokens.Image).text || "image"} (${(token as Tokens.Image).href})`;
      case "escape":
        return (token as Tokens.Escape).text;
      case "text":
        return token.tokens === undefined ? plain(token) : inline(token.tokens);
      default:
        return token.raw;
    }
  });
}

/** The lexer keeps the text of a token as it was written; only an escape differs. */
function plain(token: Token): string {
  return (token as Tokens.Text).text ?? token.raw;
}

function link({ href, tokens }: Tokens.Link): ComponentChildren {
  if (!/^(?:https?:|mailto:)/i.test(href)) return [inline(tokens), <span class="quiet"> ({href})</span>];
  return (
    <a href={href} target="_blank" rel="noreferrer noopener">
      {inline(tokens)}
    </a>
  );
}
