/** A time series as a chart and, for accessibility, as a table. */
import { useEffect, useRef } from "preact/hooks";
import uPlot from "uplot";
import { language, theme } from "../state/prefs.ts";
import { words } from "../words/index.ts";

export interface Series {
  name: string;
  /** A custom property of the style sheet. */
  color: string;
  values: (number | null)[];
}

interface Props {
  title: string;
  days: string[];
  series: Series[];
  format(value: number): string;
  /** Bars for counts per day, lines for measurements. */
  bars?: boolean;
}

const HEIGHT = 180;
const HALF_DAY_S = 43_200;
const WHOLE = [1, 2, 5]
  .flatMap((step) => Array.from({ length: 9 }, (_, i) => step * 10 ** i))
  .sort((a, b) => a - b);

export function Plot({ title, days, series, format, bars = false }: Props) {
  const w = words.value;
  const box = useRef<HTMLDivElement>(null);
  const scheme = theme.value;
  const locale = language.value;

  // Read the theme's colors at draw time.
  useEffect(() => {
    const element = box.current;
    if (element === null) return;
    const plot = new uPlot(
      toOptions({ series, format, bars, width: element.clientWidth, locale }),
      [days.map((day) => new Date(`${day}T12:00`).getTime() / 1000), ...series.map((one) => one.values)],
      element,
    );
    const showLast = () => plot.setLegend({ idx: lastPlace(series) });
    showLast();
    element.addEventListener("mouseleave", showLast);
    const observer = new ResizeObserver(() => plot.setSize({ width: element.clientWidth, height: HEIGHT }));
    observer.observe(element);
    return () => {
      element.removeEventListener("mouseleave", showLast);
      observer.disconnect();
      plot.destroy();
    };
  }, [days, series, format, bars, scheme, locale]);

  return (
    <figure class="plot">
      <figcaption>{title}</figcaption>
      <div ref={box} aria-hidden="true" />
      <details>
        <summary>{w.statistics.table}</summary>
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, so it must be reachable by keyboard */}
        <section class="table-box" tabIndex={0} aria-label={title}>
          <table>
            <thead>
              <tr>
                <th scope="col">{w.statistics.day}</th>
                {series.map((one) => (
                  <th key={one.name} scope="col" class="number">
                    {one.name}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {days
                .map((day, i) => (
                  <tr key={day}>
                    <th scope="row">{day}</th>
                    {series.map((one) => {
                      const value = one.values[i];
                      return (
                        <td key={one.name} class="number">
                          {value === null || value === undefined ? "–" : format(value)}
                        </td>
                      );
                    })}
                  </tr>
                ))
                .reverse()}
            </tbody>
          </table>
        </section>
      </details>
    </figure>
  );
}

function isSparse(values: readonly (number | null)[]): boolean {
  return values.filter((value) => value !== null).length < 40;
}

/** The last day with a value: what the legend shows before anybody points at a day. */
function lastPlace(series: readonly Series[]): number {
  return Math.max(
    0,
    ...series.map(({ values }) => values.findLastIndex((value) => value !== null && value !== 0)),
  );
}

interface OptionInput extends Pick<Props, "series" | "format"> {
  bars: boolean;
  width: number;
  locale: string;
}

function toOptions({ series, format, bars, width, locale }: OptionInput): uPlot.Options {
  const style = getComputedStyle(document.documentElement);
  const color = (name: string) => style.getPropertyValue(name).trim();
  const axis = {
    stroke: color("--ink-quiet"),
    grid: { stroke: color("--line"), width: 1 },
    ticks: { show: false },
  };
  const day = new Intl.DateTimeFormat(locale, { month: "short", day: "numeric" });
  const paths = bars ? uPlot.paths.bars?.({ size: [0.7, 40], radius: 0.15 }) : uPlot.paths.linear?.();
  return {
    width,
    height: HEIGHT,
    cursor: { y: false, points: { size: 6 } },
    padding: [10, 28, 0, 0],
    legend: { live: true },
    // Half a day on both sides, so that the first and the last bar are complete.
    scales: {
      x: { range: (_plot, first, last) => [first - HALF_DAY_S, last + HALF_DAY_S] },
      y: { range: (_plot, _low, high) => [0, high > 0 ? high * 1.1 : 1] },
    },
    axes: [
      { ...axis, values: (_plot, splits) => splits.map((at) => day.format(at * 1000)), space: 70, size: 32 },
      {
        ...axis,
        values: (_plot, splits) => splits.map(format),
        size: 64,
        // Counts have no fractions.
        ...(bars ? { incrs: WHOLE } : {}),
      },
    ],
    series: [
      {
        label: words.value.statistics.day,
        value: (_plot, at) => (at === null ? "–" : day.format(at * 1000)),
      },
      ...series.map(
        (one): uPlot.Series => ({
          label: one.name,
          stroke: color(one.color),
          width: bars ? 0 : 2,
          ...(bars ? { fill: color(one.color) } : {}),
          // A point without neighbours has no line: it is drawn itself.
          points: { show: !bars && isSparse(one.values), size: 5 },
          spanGaps: true,
          value: (_plot, value) => (value === null ? "–" : format(value)),
          ...(paths === undefined ? {} : { paths }),
        }),
      ),
    ],
  };
}
