import { z } from "zod";

import type { ProviderDefinition } from "./define-provider.ts";

/** An environment variable with which an operator configures a provider. */
export interface ProviderSetting {
  readonly name: string;
  readonly description: string;
  /** Setting that must be set, too. */
  readonly requires?: string;
  /** Describes the problem of a value without repeating the value, which may be a key. Null: no problem. */
  readonly problemOf: (value: string) => string | null;
}

/** Name of the environment variable that overrides the base URL of a service, for proxies and tests. */
export function baseUrlSetting(slug: string): string {
  return `${slug.toUpperCase().replaceAll("-", "_")}_BASE_URL`;
}

/**
 * Lists the settings of all providers, grouped by kind: keys, regions, base URLs, webhook secrets, options.
 * The embedded provider has none here, because its process is part of the engine.
 */
export function listProviderSettings(
  providers: readonly ProviderDefinition[],
): readonly ProviderSetting[] {
  const services = providers.filter(({ baseUrl }) => baseUrl !== null).flatMap(servicesOf);
  return [
    ...services.map(keySetting),
    ...services.flatMap(({ region }) => (region === undefined ? [] : [regionSetting(region)])),
    ...services.map(({ slug }) => addressSetting(baseUrlSetting(slug))),
    ...services.flatMap(({ webhook }) => webhookSetting(webhook)),
    ...providers.flatMap(({ options = {} }) => Object.entries(options).map(optionSetting)),
  ];
}

type Service = NonNullable<ProviderDefinition["services"]>[string];
type ListedService = Pick<Service, "setting" | "key" | "region" | "webhook"> & {
  readonly slug: string;
};

function servicesOf(provider: ProviderDefinition): ListedService[] {
  const { slug, setting, webhook, services = {} } = provider;
  const others = Object.entries(services).map(([name, service]) => ({ ...service, slug: name }));
  return [{ slug, setting, webhook }, ...others];
}

function keySetting({ setting: name, key }: ListedService): ProviderSetting {
  const isWrong = (value: string) => value.trimStart().startsWith("{") && !isJson(value);
  return {
    name,
    description:
      key?.description ??
      "Key of this provider; its models become available with it. Several, separated by commas, take turns.",
    problemOf: (value) =>
      key?.format === "json" && isWrong(value) ? "must be JSON, or the path of a file" : null,
  };
}

/** The region becomes part of a host name. */
function regionSetting({
  setting: name,
  description,
}: NonNullable<Service["region"]>): ProviderSetting {
  return {
    name,
    description,
    problemOf: (value) => (/^[a-z0-9-]+$/.test(value) ? null : "must be the name of a region"),
  };
}

const url = z.url({ protocol: /^https?$/ });

function addressSetting(name: string): ProviderSetting {
  return {
    name,
    description:
      "Base URL that replaces the provider's own, such as a proxy. It receives the provider's key.",
    problemOf: (value) => (url.safeParse(value).success ? null : "must be an http or https URL"),
  };
}

function webhookSetting(webhook: Service["webhook"]): ProviderSetting[] {
  const verify = webhook?.accepted?.verify;
  if (verify === undefined || !("setting" in verify)) return [];
  return [
    {
      name: verify.setting,
      description:
        "Secret with which this provider signs its webhooks. Without it, a webhook is not verified and only triggers a poll.",
      problemOf: () => null,
    },
  ];
}

function optionSetting([name, { description, values, requires }]: [
  string,
  NonNullable<ProviderDefinition["options"]>[string],
]): ProviderSetting {
  return {
    name,
    description,
    ...(requires === undefined ? {} : { requires }),
    problemOf: (value) => {
      if (values !== undefined && !values.includes(value)) {
        return `must be ${values.join(" or ")}`;
      }
      return value.trim() === "" ? "must not be blank" : null;
    },
  };
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
