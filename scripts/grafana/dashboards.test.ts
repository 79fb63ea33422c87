import { expect, test } from "vitest";

import { slos } from "#scripts/alerts/slos.ts";
import { selectorsOf } from "#test/support/measurements/promql.ts";

import { dashboards } from "./dashboards.ts";
import type { Dashboard } from "./panel.ts";
import { renderDashboard } from "./render-dashboard.ts";

interface Rendered {
  readonly uid: string;
  readonly panels: readonly {
    readonly id: number;
    readonly gridPos: { readonly x: number; readonly y: number; readonly w: number };
    readonly targets: readonly { readonly refId: string; readonly expr: string }[];
  }[];
}

const render = (dashboard: Dashboard) => JSON.parse(renderDashboard(dashboard)) as Rendered;

test("every panel asks in PromQL, with an interval instead of Grafana's variable", () => {
  const expressions = dashboards.flatMap(({ panels }) => panels.flatMap(({ queries }) => queries));
  expect(expressions.length).toBeGreaterThan(50);
  for (const { expr } of expressions) {
    expect(selectorsOf(expr.replaceAll("$__rate_interval", "5m"))).not.toEqual([]);
  }
});

test("panels have unique ids and places, and queries unique letters", () => {
  expect(new Set(dashboards.map(({ uid }) => uid)).size).toBe(dashboards.length);
  for (const { panels } of dashboards.map(render)) {
    const places = panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
    expect(new Set(places).size).toBe(panels.length);
    expect(panels.every(({ gridPos: { x, w } }) => x + w <= 24)).toBe(true);
    expect(new Set(panels.map(({ id }) => id)).size).toBe(panels.length);
    for (const { targets } of panels) {
      const letters = targets.map(({ refId }) => refId);
      expect(letters).toEqual(["A", "B", "C", "D", "E", "F", "G", "H"].slice(0, targets.length));
    }
  }
});

test("the budget of every service level is shown", () => {
  const budgets = dashboards[0]?.panels[0]?.queries.map(({ legend }) => legend);
  expect(budgets).toEqual(slos.map(({ name }) => name));
});
