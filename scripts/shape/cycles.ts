import type { Source } from './sources.ts';

/**
 * Import cycles, type imports included; each once, starting at its alphabetically first file
 * (Tarjan's algorithm).
 */
export function findCycles(sources: readonly Pick<Source, 'path' | 'imports'>[]): string[][] {
  const edges = new Map(
    sources.map(({ path, imports }) => [path, imports.map(({ target }) => target)]),
  );
  const state = {
    index: new Map<string, number>(),
    low: new Map<string, number>(),
    stack: [] as string[],
    found: [] as string[][],
  };
  const visit = (path: string): void => {
    const order = state.index.size;
    state.index.set(path, order);
    state.low.set(path, order);
    state.stack.push(path);
    for (const next of edges.get(path) ?? []) {
      if (!edges.has(next)) continue;
      if (!state.index.has(next)) visit(next);
      if (state.stack.includes(next))
        state.low.set(path, Math.min(state.low.get(path) ?? 0, state.low.get(next) ?? 0));
    }
    if (state.low.get(path) !== order) return;
    const component = state.stack.splice(state.stack.indexOf(path));
    const isLoop = component.length > 1 || (edges.get(path) ?? []).includes(path);
    if (isLoop) state.found.push(component.toSorted());
  };
  for (const { path } of sources) if (!state.index.has(path)) visit(path);
  return state.found;
}
