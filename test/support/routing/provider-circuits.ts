import { ProviderCircuit, wholeProvider } from "#db/entities/provider-health.ts";
import type { MikroORM } from "#db/orm.ts";
import { noteOutcome } from "#db/providers/circuits.ts";
import type { ErrorCode } from "#domain/errors.ts";

export interface Target {
  readonly providerSlug: string;
  readonly modelId: string;
}

/** Records consecutive calls with the same outcome. */
export async function fail(
  orm: MikroORM,
  target: Target,
  { times, code = "provider_overloaded" }: { times: number; code?: ErrorCode },
): Promise<void> {
  for (let call = 0; call < times; call += 1) await noteOutcome(orm.em.fork(), target, { code });
}

/** Forces the circuits closed, so failures never stop calls: for tests of a single request. */
export async function keepClosed(orm: MikroORM, { providerSlug, modelId }: Target): Promise<void> {
  const em = orm.em.fork();
  await em.insertMany(ProviderCircuit, [
    { providerSlug, modelId: wholeProvider, force: "closed" },
    { providerSlug, modelId, force: "closed" },
  ]);
}

/** Changes the end of the cool-down, because the database's clock cannot be changed. */
export async function retryIn(
  orm: MikroORM,
  { providerSlug, modelId }: Target,
  seconds: number,
): Promise<void> {
  const retryAt = new Date(Date.now() + seconds * 1_000);
  await orm.em.fork().nativeUpdate(ProviderCircuit, { providerSlug, modelId }, { retryAt });
}

export async function findCircuitRow(
  orm: MikroORM,
  { providerSlug, modelId }: Target,
): Promise<ProviderCircuit | null> {
  return orm.em.fork().findOne(ProviderCircuit, { providerSlug, modelId });
}

export function ofProvider(providerSlug: string): Target {
  return { providerSlug, modelId: wholeProvider };
}
