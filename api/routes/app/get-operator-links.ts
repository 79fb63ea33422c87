import { z } from "zod";

import { defineRoute } from "#api/http/route.ts";

export const getOperatorLinks = defineRoute({
  method: "get",
  path: "/app/admin/links",
  operationId: "getOperatorLinks",
  summary: "List links to the tools of operators",
  tags: ["Administration"],
  access: { permission: "admin:providers", session: true },
  status: 200,
  response: z
    .object({
      temporal: z
        .object({ jobs: z.url(), maintenance: z.url() })
        .nullable()
        .meta({ description: "Workflows in the Temporal UI; null without `TEMPORAL_UI_URL`." }),
    })
    .meta({ id: "OperatorLinks" }),
  errors: [],
  async handle(_input, { settings: { temporalUi } }) {
    if (temporalUi === null) return { temporal: null };
    const { url, namespace, maintenanceNamespace } = temporalUi;
    const linkTo = (name: string) =>
      `${url.replace(/\/$/, "")}/namespaces/${encodeURIComponent(name)}/workflows`;
    return { temporal: { jobs: linkTo(namespace), maintenance: linkTo(maintenanceNamespace) } };
  },
});
