import type { Simulator } from "./simulator.ts";

/** Starts the simulator of a provider or service: `start<Name>`, exported by the file of its slug. */
export async function startBySlug(slug: string): Promise<Simulator> {
  const name = slug.replaceAll(/(?:^|-)(.)/g, (_, letter: string) => letter.toUpperCase());
  const module: Readonly<Record<string, () => Promise<Simulator>>> = await import(`./${slug}.ts`);
  const start = module[`start${name}`];
  if (start === undefined) throw new Error(`expected start${name} in ${slug}.ts`);
  return start();
}
