import { access, readFile } from "node:fs/promises";
import { fileURLToPath } from "node:url";

import { z } from "zod";

import { type CheckEntry, readCheckReport } from "#scripts/providers-check/check-report.ts";

const root = new URL("../../", import.meta.url);

/** Evidence in the repository that an adapter works. */
export interface ServiceProof {
  /** The common suite of adapters tests the adapter against its simulator. */
  readonly hasSuite: boolean;
  /** Official clients, name and version, that drive the simulator. */
  readonly clients: readonly string[];
  /** The call with a real key, from the committed report. */
  readonly call: CheckEntry | undefined;
}

const packageSchema = z.object({ devDependencies: z.record(z.string(), z.string()) });

/** Proofs by the slug of a provider or a service. */
export async function readProofs(): Promise<(slug: string) => Promise<ServiceProof>> {
  const { devDependencies } = packageSchema.parse(
    JSON.parse((await readText("package.json")) ?? ""),
  );
  const checked = await readCheckReport(
    fileURLToPath(new URL("docs/providers-checked.json", root)),
  );
  return async (slug) => {
    const suite = (await readText(`test/providers/${slug}.test.ts`)) ?? "";
    const client = (await readText(`test/providers/${slug}-client.test.ts`)) ?? "";
    return {
      hasSuite: suite.includes("describeAdapter({"),
      clients: Object.entries(devDependencies)
        .filter(([name]) => name !== "vitest" && client.includes(`from "${name}"`))
        .map(([name, version]) => `${name} ${version}`),
      call: checked?.services[slug],
    };
  };
}

async function readText(name: string): Promise<string | null> {
  const url = new URL(name, root);
  const isThere = await access(url).then(
    () => true,
    () => false,
  );
  return isThere ? readFile(url, "utf8") : null;
}
