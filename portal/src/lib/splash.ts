import { createAtom } from '@tanstack/react-store';

/** The text of the full-page splash; null when hidden. */
export const splashStore = createAtom<string | null>(null);

/** Covers the page with a splash while `work` runs. */
export async function withSplash<Result>(
  text: string,
  work: () => Promise<Result>,
): Promise<Result> {
  splashStore.set(text);
  try {
    return await work();
  } finally {
    splashStore.set(null);
  }
}
