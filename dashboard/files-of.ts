import type { Rolldown } from "vite";

/** Scripts of a module and of everything that it imports at once, in the order in which they run, and their styles. */
export function filesOf(bundle: Rolldown.OutputBundle, module: string): string[] {
  const seen = new Set<string>();
  const scripts = new Set<string>();
  const styles = new Set<string>();
  const add = (name: string) => {
    const chunk = bundle[name];
    if (chunk?.type !== "chunk" || seen.has(name)) return;
    seen.add(name);
    for (const imported of chunk.imports) add(imported);
    scripts.add(name);
    for (const style of chunk.viteMetadata?.importedCss ?? []) styles.add(style);
  };
  for (const [name, chunk] of Object.entries(bundle)) {
    if (chunk.type === "chunk" && chunk.facadeModuleId?.endsWith(module) === true) add(name);
  }
  return [...scripts, ...styles];
}
