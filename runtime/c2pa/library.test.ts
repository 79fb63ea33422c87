import { readFileSync } from "node:fs";

import { expect, test } from "vitest";

import { c2paFolderOf, c2paVersion, c2paWheels } from "./library.ts";

test("the image of the worker has the version and the checksums that npm run c2pa:fetch uses", () => {
  const dockerfile = readFileSync("docker/worker/Dockerfile", "utf8");

  expect(dockerfile).toContain(`c2pa-python==${c2paVersion} `);
  expect(dockerfile).toContain(c2paWheels["linux-x64"]?.sha256);
  expect(dockerfile).toContain(c2paWheels["linux-arm64"]?.sha256);
  expect(dockerfile).toContain(`COPY --from=c2pa /c2pa ${c2paFolderOf(".cache")}`);
});
