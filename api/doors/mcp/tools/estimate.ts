import { z } from "zod";

import { estimateOrder } from "#api/doors/mcp/estimate-order.ts";
import { orderShape, toOrder } from "#api/doors/mcp/order.ts";
import { estimateText, toEstimateSummary } from "#api/doors/mcp/results/estimate-text.ts";
import { defineTool } from "#api/doors/mcp/tool.ts";

export const estimate = defineTool({
  name: "estimate",
  permission: "generations:create",
  title: "Estimate a price",
  description:
    "Price, model and time of an order, without making anything. Arguments as for generate.",
  hints: { readOnlyHint: true, openWorldHint: false },
  input: z.strictObject(orderShape),
  async run(args, call) {
    const order = await toOrder(args, call.dependencies.now(), call);
    const estimated = await estimateOrder(order, call);
    return {
      content: [{ type: "text", text: estimateText(estimated) }],
      structuredContent: toEstimateSummary(estimated),
    };
  },
});
