import { graphlib, layout } from "@dagrejs/dagre";

import type { Graph } from "./graph.ts";

export interface Size {
  readonly width: number;
  readonly height: number;
}

/** Place and size of a node; inner nodes relative to the node that contains them. */
export interface Box extends Size {
  readonly x: number;
  readonly y: number;
}

/** Space around inner nodes, and for the heading of the node that contains them. */
const padding = 16;
const heading = 72;
const gaps = { nodesep: 28, ranksep: 56 };

/** Lays out each set of steps from left to right, innermost first, because a step is as large as its inner steps. */
export function layoutGraph(graph: Graph, sizeOf: (name: string) => Size): Map<string, Box> {
  const boxes = new Map<string, Box>();
  layoutScope(graph, null, sizeOf, boxes);
  return boxes;
}

function layoutScope(
  graph: Graph,
  parent: string | null,
  sizeOf: (name: string) => Size,
  boxes: Map<string, Box>,
): Size {
  const scope = new graphlib.Graph();
  scope.setGraph({ rankdir: "LR", ...gaps });
  scope.setDefaultEdgeLabel(() => ({}));
  const members = graph.steps.filter((step) => step.parent === parent);
  for (const { name } of members) {
    const inner = layoutScope(graph, name, sizeOf, boxes);
    const own = sizeOf(name);
    const size =
      inner.width === 0
        ? own
        : {
            width: Math.max(own.width, inner.width + 2 * padding),
            height: inner.height + heading + padding,
          };
    scope.setNode(name, { ...size });
  }
  const parents = new Map(graph.steps.map((step) => [step.name, step.parent]));
  for (const { from, to } of graph.edges) {
    const [source, target] = [memberOf(from, parent, parents), memberOf(to, parent, parents)];
    if (source !== null && target !== null && source !== target) scope.setEdge(source, target);
  }
  if (members.length === 0) return { width: 0, height: 0 };
  layout(scope);
  const [left, top] = parent === null ? [0, 0] : [padding, heading];
  for (const { name } of members) {
    const { x, y, width, height } = scope.node(name) as Box;
    boxes.set(name, { x: x - width / 2 + left, y: y - height / 2 + top, width, height });
  }
  const { width = 0, height = 0 } = scope.graph() as Partial<Size>;
  return { width, height };
}

/** The step of a scope that is, or contains, a step. */
function memberOf(
  name: string,
  scope: string | null,
  parents: ReadonlyMap<string, string | null>,
): string | null {
  let current: string | null = name;
  while (current !== null) {
    const parent = parents.get(current);
    if (parent === undefined) return null;
    if (parent === scope) return current;
    current = parent;
  }
  return null;
}
