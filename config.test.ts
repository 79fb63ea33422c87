import { writeFileSync } from "node:fs";
import { join } from "node:path";

import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { ProviderDefinition } from "#catalog/define-provider.ts";
import { providers } from "#catalog/index.ts";
import { baseUrlSetting } from "#catalog/provider-settings.ts";
import { useFolder } from "#test/support/fixtures.ts";
import { ownFile } from "#test/support/providers/own-catalog.ts";
import { keySettings } from "#test/support/routing/provider-settings.ts";

import { ConfigError, describeSettings, loadConfig, requireSetting } from "./config.ts";

function refusal(environment: NodeJS.ProcessEnv): string {
  try {
    loadConfig(environment);
  } catch (error) {
    if (error instanceof ConfigError) return error.message;
    throw error;
  }
  throw new Error("the settings were accepted");
}

test("no variable is required", () => {
  expect(loadConfig({})).toMatchObject({
    PORT: 8080,
    INTERNAL_PORT: 8081,
    DATA_DIR: ".data",
    publicUrl: "http://localhost:8080",
    storageFolder: ".data/storage",
    TRUST_PROXY: false,
    FRONTEND_URLS: [],
    providerSettings: {},
  });
});

test("a Worker Deployment needs a name and a build id", () => {
  expect(refusal({ TEMPORAL_DEPLOYMENT_NAME: "gme" })).toContain("TEMPORAL_WORKER_BUILD_ID: must");
  expect(refusal({ TEMPORAL_WORKER_BUILD_ID: "v1" })).toContain("TEMPORAL_DEPLOYMENT_NAME: must");
  expect(
    loadConfig({ TEMPORAL_DEPLOYMENT_NAME: "gme", TEMPORAL_WORKER_BUILD_ID: "v1" }),
  ).toMatchObject({ TEMPORAL_DEPLOYMENT_NAME: "gme", TEMPORAL_WORKER_BUILD_ID: "v1" });
});

test("all problems are reported at once, by variable", () => {
  const message = refusal({
    PORT: "http",
    INTERNAL_PORT: "70000",
    DATABASE_URL: "mysql://localhost/gme",
    STUDIO_URL: "localhost:9000",
    PUBLIC_URL: "ftp://example.org",
    SIGNING_SECRET: "too short",
    TRUST_PROXY: "yes",
    LOG_LEVEL: "loud",
    FRONTEND_URLS: "https://example.org, example.com",
  });

  for (const name of [
    "PORT",
    "INTERNAL_PORT",
    "DATABASE_URL",
    "STUDIO_URL",
    "PUBLIC_URL",
    "SIGNING_SECRET",
    "TRUST_PROXY",
    "LOG_LEVEL",
    "FRONTEND_URLS",
  ]) {
    expect(message).toMatch(new RegExp(`(: |; )${name}[.:]`));
  }
  expect(message).not.toContain("too short;");
  expect(message.split("\n")).toHaveLength(1);
});

test("a problem never shows the value of a secret", () => {
  expect(refusal({ SIGNING_SECRET: "hunter2", PORT: "0" })).not.toContain("hunter2");
  expect(refusal({ DATABASE_URL: "mysql://gme:hunter2@localhost/gme" })).not.toContain("hunter2");
});

test("an empty variable counts as not set", () => {
  const names = describeSettings().map(({ name }) => name);
  const empty = Object.fromEntries(names.map((name) => [name, ""]));

  expect(loadConfig(empty)).toEqual(loadConfig({}));
});

test("unknown variables are ignored", () => {
  expect(loadConfig({ PATH: "/bin", EDITOR: "" })).toEqual(loadConfig({}));
});

test("a configuration is frozen at every depth", () => {
  const config = loadConfig({ FRONTEND_URLS: "https://example.org", OPENAI_API_KEY: "key" });

  expect(Object.isFrozen(config)).toBe(true);
  expect(Object.isFrozen(config.providerSettings)).toBe(true);
  expect(Object.isFrozen(config.FRONTEND_URLS)).toBe(true);
});

test("values are converted to their types", () => {
  const config = loadConfig({
    PORT: "9090",
    TRUST_PROXY: "1",
    ALLOW_PRIVATE_INPUTS: "0",
    FRONTEND_URLS: " https://a.example , ,https://b.example",
    DATABASE_URL: "postgres://localhost/gme",
  });

  expect(config).toMatchObject({
    PORT: 9090,
    TRUST_PROXY: true,
    ALLOW_PRIVATE_INPUTS: false,
    FRONTEND_URLS: ["https://a.example", "https://b.example"],
    publicUrl: "http://localhost:9090",
  });
});

test("the public URL has no trailing slash, so that paths can be appended", () => {
  expect(loadConfig({ PUBLIC_URL: "https://api.example.org//" }).publicUrl).toBe(
    "https://api.example.org",
  );
});

test("the storage folder follows the data folder unless it is set", () => {
  expect(loadConfig({ DATA_DIR: "/var/gme" }).storageFolder).toBe("/var/gme/storage");
  expect(loadConfig({ DATA_DIR: "/var/gme", STORAGE_DIR: "/mnt" }).storageFolder).toBe("/mnt");
});

describe("a bucket", () => {
  const whole = {
    S3_BUCKET: "files",
    S3_REGION: "eu-central-1",
    S3_ACCESS_KEY_ID: "id",
    S3_SECRET_ACCESS_KEY: "key",
  };

  test("is used when all its settings are present", () => {
    expect(loadConfig({}).s3).toBeNull();
    expect(loadConfig(whole).s3).toMatchObject({
      bucket: "files",
      prefix: "",
      endpoint: undefined,
    });
    expect(
      loadConfig({ ...whole, S3_ENDPOINT: "http://127.0.0.1:9000", S3_PREFIX: "gme/files" }).s3,
    ).toMatchObject({ endpoint: "http://127.0.0.1:9000", prefix: "gme/files/" });
  });

  test.each(Object.keys(whole))("is refused without %s, which the problem names", (missing) => {
    const half = Object.fromEntries(Object.entries(whole).filter(([name]) => name !== missing));

    expect(refusal(half)).toContain(`${missing}: must be set`);
  });

  test("is refused when only its endpoint is set", () => {
    const message = refusal({ S3_ENDPOINT: "http://127.0.0.1:9000", PORT: "http" });

    for (const name of [...Object.keys(whole), "PORT"]) expect(message).toContain(`${name}: `);
  });
});

test("every provider of the catalog is configured by its setting", () => {
  const names = [...keySettings];
  const environment = Object.fromEntries(names.map((name) => [name, "http://localhost:9000"]));

  expect(Object.keys(loadConfig(environment).providerSettings).toSorted()).toEqual(
    names.toSorted(),
  );
});

test("every provider's base URL can be replaced", () => {
  const names = providers
    .filter((provider: ProviderDefinition) => provider.tier !== "embedded")
    .flatMap(({ slug, services = {} }) => [slug, ...Object.keys(services)])
    .map(baseUrlSetting);
  const environment = Object.fromEntries(names.map((name) => [name, "http://localhost:9000/v1"]));

  expect(Object.keys(loadConfig(environment).providerSettings).toSorted()).toEqual(
    names.toSorted(),
  );
  expect(refusal({ OPENAI_BASE_URL: "api.example.com" })).toContain("OPENAI_BASE_URL: must");
});

test("a service account that is not JSON and an invalid region are reported, without the key", () => {
  const message = refusal({
    GOOGLE_CLOUD_KEY: '{"private_key": hunter2',
    GOOGLE_CLOUD_LOCATION: "a/b",
  });

  expect(message).toContain("GOOGLE_CLOUD_KEY: must");
  expect(message).toContain("GOOGLE_CLOUD_LOCATION: must");
  expect(message).not.toContain("hunter2");
});

test("an incomplete sign-in client is refused with the name of the missing setting", () => {
  const frontend = { FRONTEND_URLS: "https://app.example.org" };

  expect(refusal({ ...frontend, GOOGLE_CLIENT_ID: "id" })).toContain("GOOGLE_CLIENT_SECRET: must");
  expect(refusal({ ...frontend, GOOGLE_CLIENT_SECRET: "s" })).toContain("GOOGLE_CLIENT_ID: must");
  expect(refusal({ ...frontend, GITHUB_CLIENT_ID: "id" })).toContain("GITHUB_CLIENT_SECRET: must");
  expect(refusal({ ...frontend, GITHUB_CLIENT_SECRET: "s" })).toContain("GITHUB_CLIENT_ID: must");
  const client = { GITHUB_CLIENT_ID: "id", GITHUB_CLIENT_SECRET: "s" };
  expect(refusal({ ...client, DASHBOARD: "off" })).toContain(
    "FRONTEND_URLS: must be set, because GITHUB_CLIENT_ID is",
  );
  expect(loadConfig(client).identityProviders.github).toMatchObject({ clientId: "id" });
});

test("the URL of GitHub's API is derived from GITHUB_URL unless it is set", () => {
  const client = {
    FRONTEND_URLS: "https://app.example.org",
    GITHUB_CLIENT_ID: "id",
    GITHUB_CLIENT_SECRET: "s",
  };
  const apiOf = (more: NodeJS.ProcessEnv) =>
    loadConfig({ ...client, ...more }).identityProviders.github?.apiUrl;

  expect(loadConfig({}).identityProviders).toEqual({ google: null, github: null });
  expect(apiOf({})).toBe("https://api.github.com");
  expect(apiOf({ GITHUB_URL: "https://github.com/" })).toBe("https://api.github.com");
  expect(apiOf({ GITHUB_URL: "https://git.example/" })).toBe("https://git.example/api/v3");
  expect(apiOf({ GITHUB_API_URL: "https://api.example/" })).toBe("https://api.example");
});

test("a front-end URL can be compared exactly and has room for a fragment with tokens", () => {
  for (const address of [
    "https://a.example/#x",
    "https://a.example/#",
    "https://me@a.example",
    "https://\u0430.example",
    "https://a.example/\u00e9",
  ]) {
    expect(refusal({ FRONTEND_URLS: address })).toContain("FRONTEND_URLS");
  }
});

test("the documentation describes every setting exactly once", () => {
  const described = describeSettings();
  const names = described.map(({ name }) => name);
  const derived = [
    "temporal",
    "tracing",
    "publicUrl",
    "maintenanceNamespace",
    "frontUrl",
    "storageFolder",
    "s3",
    "providerSettings",
    "identityProviders",
    "ownCatalog",
  ];
  const read = Object.keys(loadConfig({})).filter((name) => !derived.includes(name));

  expect(names).toEqual(expect.arrayContaining([...read, ...keySettings]));
  expect(new Set(names).size).toBe(names.length);
  expect(described.filter(({ description }) => !/^[A-Z0-9].+\.$/.test(description))).toEqual([]);
});

test("a documented default is the value that the engine uses", () => {
  const defaults = describeSettings().filter((setting) => setting.default !== "");
  const environment = Object.fromEntries(defaults.map((each) => [each.name, each.default]));

  expect(defaults.length).toBeGreaterThan(10);
  expect(loadConfig(environment)).toEqual(loadConfig({}));
});

test("no secret has a default", () => {
  const secrets = describeSettings().filter(
    ({ name }) => /KEY|SECRET|TOKEN|PASSWORD/.test(name) && !name.endsWith("_PREFIX"),
  );

  expect(secrets.filter((each) => each.default !== "")).toEqual([]);
});

test("any environment is accepted or fails with a ConfigError", () => {
  const names = describeSettings().map(({ name }) => name);
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom(...names), fc.string()), (environment) => {
      let error: unknown;
      try {
        loadConfig(environment);
      } catch (caught) {
        error = caught;
      }
      expect(error === undefined || error instanceof ConfigError).toBe(true);
    }),
  );
});

test("a process reports a required setting that is missing", () => {
  expect(() => requireSetting(loadConfig({}), "DATABASE_URL")).toThrow("DATABASE_URL must be set");
  expect(requireSetting(loadConfig({ STUDIO_URL: "http://studio" }), "STUDIO_URL")).toBe(
    "http://studio",
  );
});

test("a mail server requires a sender, which must be an email address", () => {
  const SMTP_URL = "smtp://user:pass%40word@mail.example.org:587";
  const load = (MAIL_FROM: string) => () => loadConfig({ SMTP_URL, MAIL_FROM });

  expect(load("")).toThrow("MAIL_FROM: must be set when SMTP_URL is");
  for (const from of ["nobody", "A <a@b> <c@d>", "a@b\r\nBcc: c@d"]) {
    expect(load(from)).toThrow("MAIL_FROM: must be an address, or name <address>");
  }
  expect(load("Engine <engine@example.org>")()).toMatchObject({ SMTP_URL });
  expect(load("engine@example.org")()).toMatchObject({ MAIL_FROM: "engine@example.org" });
});

test("provider options are passed on with the key, and a webhook requires its signing secret", () => {
  const ELEVENLABS_WEBHOOK_ID = "wh_1";
  const whole = { ELEVENLABS_WEBHOOK_ID, ELEVENLABS_WEBHOOK_SECRET: "ours" };

  expect(() => loadConfig({ ELEVENLABS_WEBHOOK_ID })).toThrow(
    "ELEVENLABS_WEBHOOK_SECRET: must be set, because ELEVENLABS_WEBHOOK_ID is",
  );
  expect(loadConfig(whole).providerSettings).toEqual(whole);
  expect(loadConfig({ OPENAI_IMAGES: "background" }).providerSettings).toEqual({
    OPENAI_IMAGES: "background",
  });
  expect(() => loadConfig({ OPENAI_IMAGES: "later" })).toThrow("OPENAI_IMAGES: ");
});

test("links in emails lead to the first front end, else to the API", () => {
  const PUBLIC_URL = "https://api.example.org/";

  expect(loadConfig({ PUBLIC_URL }).frontUrl).toBe("https://api.example.org");
  const FRONTEND_URLS = "https://app.example.org/, https://other.example.org";
  expect(loadConfig({ PUBLIC_URL, FRONTEND_URLS }).frontUrl).toBe("https://app.example.org");
});

describe("a setting in a file", () => {
  const folder = useFolder("gme-settings-");
  const write = (name: string, text: string | Buffer): string => {
    const path = join(folder, name);
    writeFileSync(path, text);
    return path;
  };

  test("is read without the line end, for settings of the engine and of providers", () => {
    const config = loadConfig({
      MASTER_KEY_FILE: write("master", "a master key of more than 32 letters\n"),
      OPENAI_API_KEY_FILE: write("openai", "key\r\n"),
    });

    expect(config.MASTER_KEY).toBe("a master key of more than 32 letters");
    expect(config.providerSettings).toMatchObject({ OPENAI_API_KEY: "key" });
  });

  test("is read for variables of MODELS_FILE, too", () => {
    const config = loadConfig({
      MODELS_FILE: write("models.yaml", ownFile("http://10.0.0.7:8000/v1")),
      GPU_BOX_AUTH_FILE: write("gpu-box", "Bearer key\n"),
    });

    expect(config.providerSettings).toMatchObject({ GPU_BOX_AUTH: "Bearer key" });
  });

  test("must be readable, not empty, not large, and not given twice; the message has no value", () => {
    const message = refusal({
      MASTER_KEY_FILE: join(folder, "missing"),
      SIGNING_SECRET_FILE: write("empty", "\n"),
      LLM_API_KEY_FILE: write("large", "x".repeat(65_537)),
      SMTP_URL_FILE: write("smtp", "smtp://hunter2@localhost"),
      SMTP_URL: "smtp://localhost",
      DATABASE_URL_FILE: write("database", "mysql://gme:hunter2@localhost/gme"),
    });

    expect(message).toContain("MASTER_KEY_FILE: cannot be read (ENOENT)");
    expect(message).toContain("SIGNING_SECRET_FILE: is empty");
    expect(message).toContain("LLM_API_KEY_FILE: has more than 65536 bytes");
    expect(message).toContain("SMTP_URL_FILE: must not be set, because SMTP_URL is");
    expect(message).toContain("DATABASE_URL: ");
    expect(message).not.toContain("hunter2");
  });
});

describe("the connection to Temporal", () => {
  test("uses TLS with an API key, a certificate, an authority or a server name", () => {
    expect(loadConfig({}).temporal).toEqual({ apiKey: undefined, tls: null });
    expect(loadConfig({ TEMPORAL_TLS: "1" }).temporal.tls).toEqual({ clientPair: null });
    expect(loadConfig({ TEMPORAL_API_KEY: "key" }).temporal).toMatchObject({
      apiKey: "key",
      tls: { clientPair: null },
    });
    expect(
      loadConfig({
        TEMPORAL_TLS_CLIENT_CERT_PATH: "/tls/engine.pem",
        TEMPORAL_TLS_CLIENT_KEY_PATH: "/tls/engine.key",
        TEMPORAL_TLS_SERVER_NAME: "temporal.example.org",
      }).temporal.tls,
    ).toMatchObject({
      clientPair: { certPath: "/tls/engine.pem", keyPath: "/tls/engine.key" },
      serverName: "temporal.example.org",
    });
  });

  test("needs both a client certificate and its key", () => {
    expect(refusal({ TEMPORAL_TLS_CLIENT_CERT_PATH: "/tls/engine.pem" })).toContain(
      "TEMPORAL_TLS_CLIENT_KEY_PATH: must be set, because TEMPORAL_TLS_CLIENT_CERT_PATH is",
    );
  });
});

test("traces need an endpoint, and OTEL_SDK_DISABLED turns them off", () => {
  const endpoint = { OTEL_EXPORTER_OTLP_ENDPOINT: "http://collector:4318/" };

  expect(loadConfig({}).tracing).toBeNull();
  expect(loadConfig({ ...endpoint, OTEL_SDK_DISABLED: "true" }).tracing).toBeNull();
  expect(
    loadConfig({
      ...endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: "authorization=Bearer%20a%3Db, x-team = media,",
      OTEL_TRACES_SAMPLER: "parentbased_traceidratio",
      OTEL_TRACES_SAMPLER_ARG: "0.05",
    }).tracing,
  ).toMatchObject({
    url: "http://collector:4318/v1/traces",
    headers: { authorization: "Bearer a=b", "x-team": "media" },
    sampler: "parentbased_traceidratio",
    share: 0.05,
  });
  expect(() => loadConfig({ OTEL_EXPORTER_OTLP_HEADERS: "no-value" })).toThrow(
    "OTEL_EXPORTER_OTLP_HEADERS: must be name=value, separated by commas",
  );
});
