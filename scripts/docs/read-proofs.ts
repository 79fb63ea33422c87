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
   * The document that validates each accepted request and each response of the provider's simulator: "OpenAPI
   * document of 2026-04-23", or "types of `luma-agents 0.5.0`" for a document that states a client's types.
   */
  readonly document: string | undefined;
  /**
   * The types of an installed official client accept the adapter's requests: in `official-types.test.ts`, in the
   * test of a client that is installed alone, or in a document that states these types.
   */
  readonly isTyped: boolean;
  /** An official client, given the values of random valid requests, sends the same requests as the adapter. */
  readonly isRepeated: boolean;
  /** The call with a real key, from the committed report. */
  readonly call: CheckEntry | undefined;
}

const documentSchema = z.object({
  "x-source": z.object({ date: z.string(), client: z.string().optional() }),
});
const versions = z.record(z.string(), z.string());
const packageSchema = z.object({
  dependencies: versions.default({}),
  devDependencies: versions.default({}),
});

/** Proofs by the slug of a provider or a service. */
export async function readProofs(): Promise<(slug: string) => Promise<ServiceProof>> {
  const installed = await versionsIn("package.json", "devDependencies");
  const checked = await readCheckReport(
    fileURLToPath(new URL("docs/providers-checked.json", root)),
  );
  const types = (await readText("test/providers/official-types.test.ts")) ?? "";
  return async (slug) => {
    const suite = (await readText(`test/providers/${slug}.test.ts`)) ?? "";
    const client =
      (await readText(`test/providers/${slug}-client.test.ts`)) ??
      (await readText(`test/providers/${slug}-client.long.test.ts`)) ??
      "";
    const ofTest = await versionsIn(`test/official-clients/${slug}/package.json`, "dependencies");
    const document = await documentOf(slug);
    return {
      hasSuite: suite.includes("describeAdapter({"),
      clients: [
        ...Object.entries(installed).filter(
          ([name]) => name !== "vitest" && client.includes(`from "${name}"`),
        ),
        ...Object.entries(ofTest),
      ].map(([name, version]) => `${name} ${version}`),
      document,
      isTyped:
        new RegExp(`^  "?${slug}"?: \\{$`, "m").test(types) ||
        client.includes("problemsOfService(") ||
        (await statesInstalledTypes(slug)),
      isRepeated: client.includes("sends the same request as the adapter"),
      call: checked?.services[slug],
    };
  };
}

/** Packages of a package.json with their versions; none when the file does not exist. */
async function versionsIn(
  path: string,
  kind: "dependencies" | "devDependencies",
): Promise<Readonly<Record<string, string>>> {
  return packageSchema.parse(JSON.parse((await readText(path)) ?? "{}"))[kind];
}

type Source = z.output<typeof documentSchema>["x-source"];

async function documentOf(slug: string): Promise<string | undefined> {
  const source = await sourceOf(slug);
  if (source?.client !== undefined) return `types of \`${source.client}\``;
  return source === undefined || !isDate(source) ? undefined : `OpenAPI document of ${source.date}`;
}

async function statesInstalledTypes(slug: string): Promise<boolean> {
  const source = await sourceOf(slug);
  return source !== undefined && source.client === undefined && !isDate(source);
}

/** A document of the types of an installed client has its version instead of a date. */
function isDate({ date }: Source): boolean {
  return /^\d{4}-\d{2}(?:-\d{2})?$/.test(date);
}

/** Undefined for a simulator that no document validates. */
async function sourceOf(slug: string): Promise<Source | undefined> {
  const simulator = (await readText(`test/support/providers/${slug}.ts`)) ?? "";
  if (!simulator.includes(`providerDocument("${slug}")`)) return undefined;
  const document = await readText(`test/fixtures/provider-schemas/${slug}.json`);
  return documentSchema.parse(JSON.parse(document ?? ""))["x-source"];
}

async function readText(name: string): Promise<string | null> {
  const url = new URL(name, root);
  const isThere = await access(url).then(
    () => true,
    () => false,
  );
  return isThere ? readFile(url, "utf8") : null;
}
