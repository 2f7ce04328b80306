/** A concurrency limit under one name. */
interface Place {
  name: string;
  max: number;
}

/** Counts concurrent work in this process. */
export class AtOnce {
  readonly #counts = new Map<string, number>();

  /**
   * Takes a place under each name and returns a function that frees them; null when one is full.
   */
  enter(places: readonly Place[]): (() => void) | null {
    if (places.some(({ name, max }) => (this.#counts.get(name) ?? 0) >= max)) return null;
    for (const { name } of places) this.#counts.set(name, (this.#counts.get(name) ?? 0) + 1);
    let left = false;
    return () => {
      if (left) return;
      left = true;
      for (const { name } of places) {
        const count = (this.#counts.get(name) ?? 1) - 1;
        if (count === 0) this.#counts.delete(name);
        else this.#counts.set(name, count);
      }
    };
  }
}
