import { expect, test } from "vitest";

import { readReference } from "./abuse-report.ts";

const outputId = "out_01934d5e-7b1a-7c3d-9e2f-0123456789ab";
const assetId = "ast_01934d5e-7b1a-7c3d-ae2f-0123456789ab";
const jobId = "job_01934d5e-7b1a-7c3d-8e2f-0123456789ab";
const token = "A".repeat(43);

test.each([
  [`https://gme.example/files/${outputId}?expires=1&signature=secret`, { outputId }],
  [`https://gme.example/files/${assetId}?expires=1&signature=secret`, { assetId }],
  [`  ${outputId}  `, { outputId }],
  [`https://gme.example/jobs/${jobId}#x`, { jobId }],
  [`https://gme.example/v1/jobs/${jobId}/outputs/${outputId}/content`, { jobId, outputId }],
  [`https://gme.example/files/${outputId}.poster?signature=secret`, { outputId }],
  [`https://gme.example/s/${token}`, { shareToken: token }],
  [`https://gme.example/s/${token}/files/${outputId}`, { shareToken: token, outputId }],
  ["https://elsewhere.example/fox.png", {}],
  [`https://gme.example/s/${token}A`, {}],
  [`xout_${outputId.slice(4)}`, {}],
])("%s names its content and keeps no secret", (text, named) => {
  const { reference, ...content } = readReference(text);

  expect(content).toEqual({
    outputId: null,
    assetId: null,
    jobId: null,
    shareToken: null,
    ...named,
  });
  expect(reference).not.toContain("secret");
  expect(reference.includes(`${token}/`) || reference.endsWith(`/${token}`)).toBe(false);
});

test("a long hostile text is read in linear time", () => {
  const text = `${"/s/".repeat(300_000)}${"out_0".repeat(100_000)}`;

  expect(readReference(text)).toMatchObject({ outputId: null, jobId: null, shareToken: null });
});
