import {
  Bar as ChartBar,
  BarChart,
  CartesianGrid,
  ResponsiveContainer,
  Tooltip,
  XAxis,
  YAxis,
} from "recharts";

import type { Bar } from "./chart.tsx";

import styles from "./chart.module.css";

const rankHeightPx = 34;
const daysHeightPx = 224;
const labelWidthPx = 150;
const axisLine = { stroke: "var(--color-line)" };
const tooltip = {
  border: "1px solid var(--color-line)",
  borderRadius: "var(--radius)",
  background: "var(--color-raised)",
  boxShadow: "var(--shadow-overlay)",
};
const tick = { fill: "var(--color-muted)", fontSize: 12 };

export default function Bars({
  title,
  items,
  shape,
  format,
  onOpen,
}: {
  readonly title: string;
  readonly items: readonly Bar[];
  readonly shape: "days" | "ranks";
  readonly format: (value: number) => string;
  /** Called with the place of a bar that is pressed. */
  readonly onOpen?: (place: number) => void;
}) {
  const isRanks = shape === "ranks";
  const height = isRanks ? items.length * rankHeightPx + rankHeightPx : daysHeightPx;
  const categories = { dataKey: "label", tickLine: false, axisLine, tick } as const;
  const amounts = {
    tickLine: false,
    axisLine: false,
    allowDecimals: false,
    tick,
    tickFormatter: (value: number) => format(value),
  } as const;
  return (
    <div className={styles.plot}>
      <ResponsiveContainer width="100%" height={height}>
        <BarChart
          title={title}
          data={[...items]}
          layout={isRanks ? "vertical" : "horizontal"}
          margin={{ top: 8, right: 16, bottom: 0, left: 0 }}
        >
          <CartesianGrid stroke="var(--color-line)" horizontal={!isRanks} vertical={isRanks} />
          {isRanks ? (
            <>
              <XAxis type="number" {...amounts} />
              <YAxis type="category" {...categories} width={labelWidthPx} interval={0} />
            </>
          ) : (
            <>
              <XAxis {...categories} minTickGap={24} />
              <YAxis {...amounts} width={48} />
            </>
          )}
          <Tooltip
            cursor={{ fill: "var(--color-hover)" }}
            formatter={(value) => [format(Number(value)), title]}
            separator=": "
            isAnimationActive={false}
            contentStyle={tooltip}
            itemStyle={{ color: "var(--color-text)" }}
          />
          <ChartBar
            dataKey="value"
            fill="var(--color-accent)"
            radius={3}
            maxBarSize={28}
            isAnimationActive={false}
            {...(onOpen === undefined
              ? {}
              : { cursor: "pointer", onClick: (_bar: unknown, place: number) => onOpen(place) })}
          />
        </BarChart>
      </ResponsiveContainer>
    </div>
  );
}
