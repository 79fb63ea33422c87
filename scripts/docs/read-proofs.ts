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
  /**
   * Date of the provider's OpenAPI document, when its simulator validates each accepted request and each
   * response by it.
   */
  readonly documentDate: string | undefined;
  /**
   * The types of the official client accept the adapter's requests: in `official-types.test.ts`, or in a
   * document that states these types.
   */
  readonly isTyped: boolean;
  /** The call with a real key, from the committed report. */
  readonly call: CheckEntry | undefined;
}

const documentSchema = z.object({ "x-source": z.object({ date: z.string() }) });
const packageSchema = z.object({ devDependencies: z.record(z.string(), z.string()) });

/** Proofs by the slug of a provider or a service. */
export async function readProofs(): Promise<(slug: string) => Promise<ServiceProof>> {
  const { devDependencies } = packageSchema.parse(
    JSON.parse((await readText("package.json")) ?? ""),
  );
  const checked = await readCheckReport(
    fileURLToPath(new URL("docs/providers-checked.json", root)),
  );
  const types = (await readText("test/providers/official-types.test.ts")) ?? "";
  return async (slug) => {
    const suite = (await readText(`test/providers/${slug}.test.ts`)) ?? "";
    const client = (await readText(`test/providers/${slug}-client.test.ts`)) ?? "";
    const date = await documentDateOf(slug);
    return {
      hasSuite: suite.includes("describeAdapter({"),
      clients: Object.entries(devDependencies)
        .filter(([name]) => name !== "vitest" && client.includes(`from "${name}"`))
        .map(([name, version]) => `${name} ${version}`),
      documentDate: isDate(date) ? date : undefined,
      isTyped:
        new RegExp(`^  "?${slug}"?: \\{$`, "m").test(types) ||
        (date !== undefined && !isDate(date)),
      call: checked?.services[slug],
    };
  };
}

/** A document of an official client's types has its version instead of a date. */
function isDate(date: string | undefined): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(date ?? "");
}

async function documentDateOf(slug: string): Promise<string | undefined> {
  const simulator = (await readText(`test/support/providers/${slug}.ts`)) ?? "";
  if (!simulator.includes(`providerDocument("${slug}")`)) return undefined;
  const document = await readText(`test/fixtures/provider-schemas/${slug}.json`);
  return documentSchema.parse(JSON.parse(document ?? ""))["x-source"].date;
}

async function readText(name: string): Promise<string | null> {
  const url = new URL(name, root);
  const isThere = await access(url).then(
    () => true,
    () => false,
  );
  return isThere ? readFile(url, "utf8") : null;
}
