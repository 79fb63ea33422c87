import type { Dashboard, Panel } from "./panel.ts";

const columns = 2;
const width = 12;
const height = 8;
/** Version of Grafana's dashboard format, of Grafana 11. Later versions of Grafana migrate it. */
const schemaVersion = 39;
const datasource = { type: "prometheus", uid: "${datasource}" };

/** Renders a dashboard as Grafana imports it, with a variable for the Prometheus server. */
export function renderDashboard({ uid, title, panels }: Dashboard): string {
  const document = {
    uid,
    title,
    tags: ["gme"],
    schemaVersion,
    editable: false,
    graphTooltip: 1,
    refresh: "30s",
    time: { from: "now-6h", to: "now" },
    timezone: "browser",
    templating: {
      list: [{ name: "datasource", label: "Prometheus", type: "datasource", query: "prometheus" }],
    },
    annotations: { list: [] },
    links: [{ type: "dashboards", title: "GME", tags: ["gme"], asDropdown: true }],
    panels: panels.map(renderPanel),
  };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function renderPanel({ title, unit, queries, description }: Panel, index: number) {
  const isAlone = queries.length === 1;
  return {
    id: index + 1,
    type: "timeseries",
    title,
    ...(description === undefined ? {} : { description }),
    datasource,
    gridPos: {
      x: (index % columns) * width,
      y: Math.floor(index / columns) * height,
      w: width,
      h: height,
    },
    fieldConfig: {
      defaults: { unit, custom: { lineWidth: 1, fillOpacity: isAlone ? 10 : 0 } },
      overrides: [],
    },
    options: {
      legend: { displayMode: "list", placement: "bottom", showLegend: true },
      tooltip: { mode: "multi", sort: "desc" },
    },
    targets: queries.map(({ expr, legend }, place) => ({
      refId: String.fromCodePoint("A".codePointAt(0)! + place),
      datasource,
      expr,
      legendFormat: legend,
      range: true,
    })),
  };
}
