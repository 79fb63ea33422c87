import { Provider } from "#db/entities/catalog.ts";
import type { MikroORM } from "#db/orm.ts";
import type { IdempotencyClass } from "#domain/requests/generation.ts";

/** A catalog provider whose rows a test points at a fake. */
export const secondProvider = { slug: "recraft", setting: "RECRAFT_API_KEY" } as const;

/**
 * Enables the second provider at a URL. Routing then prefers it to studio, as it prefers every provider to
 * the embedded one.
 */
export async function integrateSecondProvider(
  orm: MikroORM,
  { url, idempotency = "none" }: { url: string; idempotency?: IdempotencyClass },
): Promise<void> {
  const { slug } = secondProvider;
  await orm.em
    .fork()
    .nativeUpdate(Provider, { slug }, { integrated: true, baseUrl: url, idempotency });
}
