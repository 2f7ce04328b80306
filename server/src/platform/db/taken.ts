/**
 * The name of the unique constraint or index that an error of the database says was broken; null
 * for any other error.
 */
export function brokenUnique(error: unknown): string | null {
  const { cause } = error as { cause?: { code?: unknown; constraint?: unknown } };
  return cause?.code === '23505' && typeof cause.constraint === 'string' ? cause.constraint : null;
}

/**
 * Does `work`, a whole transaction or a single statement, and throws what `told` makes when another
 * one was first: the database decides who gets what only one can have. `constraint` is the name of
 * the unique index, or what the names of several have in common.
 */
export async function unlessTaken<Result>(
  constraint: string,
  told: () => Error,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    throw brokenUnique(error)?.includes(constraint) ? told() : error;
  }
}
