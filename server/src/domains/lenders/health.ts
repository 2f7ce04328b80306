import type { Context } from '../../platform/context.ts';
import { oneByOne } from '../../platform/jobs/one-by-one.ts';
import { readHealth } from './health-repository.ts';
import { selectCurrentLenders, setLender } from './repository.ts';

/** Stores how each lender is doing, since counting takes longer than a list may. */
export async function refreshHealth({ db, clock, log }: Context): Promise<void> {
  await oneByOne(await selectCurrentLenders(db), {
    log,
    work: async ({ id }) =>
      void (await setLender(db, id, { health: await readHealth(db, id, clock.now()) })),
    failed: ({ name }) => `The health of ${name} wasn’t refreshed`,
  });
}
