import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

import { describe, expect, test } from "vitest";
import { parse, parseAllDocuments } from "yaml";

import { describeSettings, loadConfig } from "#config.ts";
import { submitTimeoutMs } from "#domain/jobs/time-limits.ts";
import { workerGroups } from "#domain/task-queues.ts";
import { useFolder } from "#test/support/fixtures.ts";
import { keySettings } from "#test/support/routing/provider-settings.ts";

import { entryOf } from "./image.ts";
import { chartFolder, listValueSets, readRecorded, sourceLine } from "./value-sets.ts";

interface Container {
  readonly name: string;
  readonly image: string;
  readonly command?: readonly string[];
  readonly env: readonly { readonly name: string; readonly value: string }[];
  readonly ports?: readonly { readonly name: string; readonly containerPort: number }[];
  readonly resources: { readonly limits: object; readonly requests: object };
  readonly securityContext: object;
  readonly lifecycle?: { readonly preStop: { readonly sleep: { readonly seconds: number } } };
  readonly volumeMounts: readonly { readonly name: string; readonly mountPath: string }[];
  readonly [probe: `${string}Probe`]: {
    readonly httpGet: { readonly path: string; readonly port: string };
  };
}

interface PodSpec {
  readonly containers: readonly [Container];
  readonly terminationGracePeriodSeconds: number;
  readonly automountServiceAccountToken: boolean;
  readonly securityContext: object;
  readonly volumes: readonly { readonly name: string }[];
}

interface Resource {
  readonly kind: string;
  readonly metadata: {
    readonly name: string;
    readonly annotations?: Readonly<Record<string, string>>;
  };
  readonly spec: {
    readonly template?: { readonly spec: PodSpec };
    readonly maxUnavailable?: number;
    readonly triggers?: readonly { readonly metadata: { readonly taskQueue: string } }[];
    readonly [name: string]: unknown;
  };
}

interface Pod extends PodSpec {
  readonly name: string;
  readonly kind: string;
  readonly container: Container;
}

const folder = useFolder("gme-chart-");
const sets = Object.fromEntries(
  await Promise.all(
    (await listValueSets()).map(
      async (set) => [set, toResources(await readRecorded(set))] as const,
    ),
  ),
);
const pods = Object.values(sets).flatMap((resources) => resources.flatMap(toPods));

/** A valid value of each setting that needs a form. */
const examples: Readonly<Record<string, string>> = {
  DATABASE_URL: "postgresql://gme:secret@database/gme",
  REDIS_URL: "rediss://redis",
  SMTP_URL: "smtps://mail",
};

const secretSettings = `
  DATABASE_URL REDIS_URL SMTP_URL SIGNING_SECRET SIGNING_SECRETS_OTHER MASTER_KEY MASTER_KEYS_OTHER TEMPORAL_API_KEY
  S3_SECRET_ACCESS_KEY GOOGLE_CLIENT_SECRET GITHUB_CLIENT_SECRET MODERATION_API_KEY LLM_API_KEY ANTHROPIC_API_KEY
`
  .trim()
  .split(/\s+/);

function toResources(text: string): Resource[] {
  return parseAllDocuments(text).flatMap((document) =>
    document.contents === null ? [] : [document.toJS() as Resource],
  );
}

function toPods({ kind, metadata: { name }, spec: { template } }: Resource): Pod[] {
  const spec = template?.spec;
  return spec === undefined ? [] : [{ ...spec, name, kind, container: spec.containers[0] }];
}

/** Environment of a container on this machine: its secrets and its ConfigMap are files of a folder. */
function environmentOf({ env }: Container): Record<string, string> {
  return Object.fromEntries(
    env.map(({ name, value }) => {
      if (name === "MODELS_FILE") return [name, "deploy/own-models/speech.yaml"];
      const secret = name.replace(/_FILE$/, "");
      if (secret === name) return [name, value];
      const path = join(folder, secret);
      writeFileSync(path, examples[secret] ?? "x".repeat(40));
      return [name, path];
    }),
  );
}

function portOf({ ports = [] }: Container, name: string): number | undefined {
  return ports.find((port) => port.name === name)?.containerPort;
}

test("the recorded objects are those of the chart", async () => {
  for (const set of Object.keys(sets)) {
    expect((await readRecorded(set)).split("\n")[0], "run `npm run chart:check -- --write`").toBe(
      await sourceLine(),
    );
  }
});

describe("each pod of the chart", () => {
  test("has only settings that exist, and accepts them all", () => {
    const known = new Set(describeSettings().map(({ name }) => name));
    const ofStudio = readFileSync("studio/settings.ts", "utf8");
    for (const { name, container } of pods) {
      const environment = environmentOf(container);
      if (container.name === "studio") {
        for (const setting of Object.keys(environment))
          expect(ofStudio).toContain(`  ${setting}: `);
        expect(environment["STUDIO_PORT"]).toBe(String(portOf(container, "http")));
        continue;
      }
      const unknown = Object.keys(environment).filter(
        (setting) => !known.has(setting) && !known.has(setting.replace(/_FILE$/, "")),
      );
      expect({ name, unknown }).toEqual({ name, unknown: [] });
      expect(() => loadConfig(environment)).not.toThrow();
    }
  });

  test("listens on the ports that its probes and services ask", () => {
    const settings = {
      api: "INTERNAL_PORT",
      worker: "WORKER_INTERNAL_PORT",
      exporter: "EXPORTER_PORT",
    } as const;
    for (const { container, kind } of pods) {
      if (kind === "Job" || container.name === "studio") continue;
      const config = loadConfig(environmentOf(container));
      const setting = settings[container.name as keyof typeof settings];
      expect(config[setting]).toBe(portOf(container, "internal"));
      expect(config.INTERNAL_HOST).toBe("0.0.0.0");
      if (container.name === "api") expect(config.PORT).toBe(portOf(container, "http"));
      for (const [probe, path] of [
        ["startupProbe", "/live"],
        ["livenessProbe", "/live"],
        ["readinessProbe", "/ready"],
      ] as const) {
        expect(container[probe]?.httpGet).toEqual({ path, port: "internal" });
      }
    }
  });

  test("passes the restricted pod security standard, with limits and without a token", () => {
    for (const pod of pods) {
      expect(pod).toMatchObject({
        automountServiceAccountToken: false,
        securityContext: {
          runAsNonRoot: true,
          runAsUser: 1000,
          seccompProfile: { type: "RuntimeDefault" },
        },
        container: {
          securityContext: {
            allowPrivilegeEscalation: false,
            readOnlyRootFilesystem: true,
            capabilities: { drop: ["ALL"] },
          },
          resources: { limits: { memory: expect.any(String) as string } },
        },
      });
      const isClaimed = pod.name.endsWith("-studio") ? ["data"] : [];
      const volumes = [...isClaimed, ...pod.volumes.map(({ name }) => name)];
      for (const { name } of pod.container.volumeMounts) expect(volumes).toContain(name);
    }
  });

  test("runs a file of its image", () => {
    const entries = pods.map(({ container: { command, image } }) => {
      const name = image.split(/[/:]/).at(-2) ?? "";
      return command?.[1] ?? entryOf(name);
    });
    expect(entries.filter((file) => !existsSync(file))).toEqual([]);
  });

  test("has time to drain before it is killed", () => {
    for (const { container, terminationGracePeriodSeconds: graceSeconds } of pods) {
      if (container.name === "api") {
        const { seconds } = container.lifecycle?.preStop.sleep ?? { seconds: 0 };
        expect(seconds).toBeGreaterThanOrEqual(10);
        expect(graceSeconds).toBeGreaterThanOrEqual(seconds + 40);
      }
      if (container.name !== "worker") continue;
      const { WORKER_QUEUES, WORKER_SHUTDOWN_MS } = loadConfig(environmentOf(container));
      const callsProviders = WORKER_QUEUES.includes("providers");
      const drainMs = Math.max(callsProviders ? submitTimeoutMs : 0, WORKER_SHUTDOWN_MS);
      expect(graceSeconds * 1_000).toBeGreaterThan(drainMs + 5_000);
    }
  });
});

test("each group of task queues has its workers", () => {
  for (const resources of Object.values(sets)) {
    const workers = resources
      .flatMap(toPods)
      .filter(({ container }) => container.name === "worker");
    const groups = workers.map(
      ({ container }) => loadConfig(environmentOf(container)).WORKER_QUEUES,
    );
    expect(groups.flat().toSorted()).toEqual([...workerGroups].toSorted());
  }
});

test("the API leaves the metrics of the whole engine to the exporter exactly where there is one", () => {
  for (const resources of Object.values(sets)) {
    const [api, exporter] = ["api", "exporter"].map((name) =>
      resources.flatMap(toPods).find(({ container }) => container.name === name),
    );
    const { ENGINE_METRICS } = loadConfig(environmentOf(api?.container as Container));
    expect(ENGINE_METRICS).toBe(exporter === undefined ? "on" : "off");
  }
});

test("the schema is brought up before new pods, and cleaned after them", () => {
  const hooks = (sets["minimal"] ?? [])
    .filter(({ kind }) => kind === "Job")
    .map(({ metadata: { name, annotations } }) => [
      name,
      annotations?.["helm.sh/hook"],
      Number(annotations?.["helm.sh/hook-weight"]),
    ]);
  expect(hooks.toSorted((a, b) => Number(a[2]) - Number(b[2]))).toEqual([
    ["gme-migrate-before", "pre-install,pre-upgrade", -5],
    ["gme-temporal-setup", "pre-install,pre-upgrade", -4],
    ["gme-migrate-after", "post-install,post-upgrade", 5],
  ]);
});

test("one pod of a Deployment at a time is taken away", () => {
  for (const resources of Object.values(sets)) {
    const budgets = resources.filter(({ kind }) => kind === "PodDisruptionBudget");
    expect(budgets.map(({ metadata }) => metadata.name)).toEqual(
      expect.arrayContaining([
        "gme-api",
        "gme-worker-core",
        "gme-worker-media",
        "gme-worker-providers",
        "gme-worker-webhook",
      ]),
    );
    for (const { spec } of budgets) expect(spec.maxUnavailable).toBe(1);
  }
});

test("keda measures task queues that exist", () => {
  const queues = (sets["full"] ?? []).flatMap(({ spec }) =>
    (spec.triggers ?? []).map(({ metadata }) => metadata.taskQueue),
  );
  expect(queues.toSorted()).toEqual([
    "gme-core",
    "gme-inputs",
    "gme-llm",
    "gme-mail",
    "gme-provider-fal",
    "gme-provider-openai",
    "gme-store-fal",
    "gme-store-openai",
    "gme-webhook",
  ]);
});

test("the chart refuses every secret among its plain settings", () => {
  const template = readFileSync(`${chartFolder}/templates/validations.yaml`, "utf8");
  const [, pattern = "$^"] = /regexMatch "(.+)" \$name/.exec(template) ?? [];
  const refused = new RegExp(pattern);
  const secrets = [
    ...secretSettings,
    ...keySettings.filter((name) => !name.endsWith("_URL")),
    ...describeSettings().flatMap(({ name }) => (name.endsWith("_WEBHOOK_SECRET") ? [name] : [])),
  ];
  expect(secrets.filter((name) => !refused.test(name))).toEqual([]);
});

test("the chart has the version of the engine", () => {
  const { version, appVersion } = parse(readFileSync(`${chartFolder}/Chart.yaml`, "utf8")) as {
    version: string;
    appVersion: string;
  };
  const engine = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect({ version, appVersion }).toEqual({ version: engine.version, appVersion: engine.version });
});
