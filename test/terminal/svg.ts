/** A terminal's output as a picture: real text in an SVG, so that it is small, sharp and can be searched. */

interface Style {
  bold: boolean;
  dim: boolean;
  inverse: boolean;
  colour: string | undefined;
}

const COLOURS: Readonly<Record<number, string>> = {
  31: "#ff7b72",
  32: "#7ee787",
  33: "#e3b341",
  36: "#79c0ff",
};
const PLAIN: Style = { bold: false, dim: false, inverse: false, colour: undefined };
const CELL = 8.4;
const LINE = 19;
const MARGIN = 16;
const BAR = 30;

export function toSvg(text: string, columns: number, title: string): string {
  const lines = text.replace(/\n+$/, "").split("\n");
  const width = Math.ceil(columns * CELL + 2 * MARGIN);
  const height = lines.length * LINE + 2 * MARGIN + BAR;
  let style = PLAIN;
  const bars: string[] = [];
  const rows = lines.map((line, index) => {
    const y = BAR + MARGIN + (index + 0.75) * LINE;
    let column = 0;
    const spans: string[] = [];
    // biome-ignore lint/suspicious/noControlCharactersInRegex: colours begin with it
    for (const part of line.split(/(\u001b\[[\d;]*m)/)) {
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above
      const code = /^\u001b\[([\d;]*)m$/.exec(part)?.[1];
      if (code !== undefined) {
        for (const one of code.split(";")) style = after(style, Number(one));
      } else if (part !== "") {
        if (part.trim() !== "" || style.inverse) spans.push(toSpan(part, column, style));
        if (style.inverse && part !== " ") bars.push(toBar(part, column, BAR + MARGIN + index * LINE));
        column += Bun.stringWidth(part);
      }
    }
    return spans.length === 0 ? "" : `<text y="${y.toFixed(1)}">${spans.join("")}</text>`;
  });
  const dots = ["#ff5f57", "#febc2e", "#28c840"].map(
    (fill, index) => `<circle cx="${20 + index * 20}" cy="${BAR / 2 + 4}" r="6" fill="${fill}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${escaped(title)}">
<title>${escaped(title)}</title>
<rect width="100%" height="100%" rx="8" fill="#0d1117"/>
${dots.join("")}${bars.join("")}
<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,'DejaVu Sans Mono',monospace" font-size="14" fill="#e6edf3">
${rows.filter((row) => row !== "").join("\n")}
</g>
</svg>
`;
}

/** Every part has its own place: fonts differ in the width of what is not ASCII. */
function toSpan(text: string, column: number, { bold, dim, inverse, colour }: Style): string {
  const isCursor = inverse && text === " ";
  const fill = inverse
    ? ` fill="${isCursor ? "#79c0ff" : "#0d1117"}"`
    : colour !== undefined
      ? ` fill="${colour}"`
      : dim
        ? ' fill="#8b949e"'
        : "";
  const weight = bold ? ' font-weight="bold"' : "";
  // Spaces at the start would be dropped, and several would become one.
  const start = isCursor ? 0 : text.length - text.trimStart().length;
  const shown = isCursor ? "▌" : text.slice(start).replaceAll(" ", "\u00a0");
  return `<tspan x="${(MARGIN + (column + start) * CELL).toFixed(1)}"${fill}${weight}>${escaped(shown)}</tspan>`;
}

/** Behind a selected line. */
function toBar(text: string, column: number, y: number): string {
  const [x, width] = [MARGIN + column * CELL, Bun.stringWidth(text) * CELL].map((n) => n.toFixed(1));
  return `<rect x="${x}" y="${y.toFixed(1)}" width="${width}" height="${LINE}" fill="#79c0ff"/>`;
}

function after(style: Style, code: number): Style {
  if (code === 0) return PLAIN;
  if (code === 1) return { ...style, bold: true };
  if (code === 2) return { ...style, dim: true };
  if (code === 7) return { ...style, inverse: true };
  if (code === 22) return { ...style, bold: false, dim: false };
  if (code === 27) return { ...style, inverse: false };
  return { ...style, colour: COLOURS[code] };
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
