import type { Context } from '../../platform/context.ts';
import type { SetupSources } from '../../platform/setup.ts';
import { testLender } from './connections/try.ts';
import { selectCurrentLenders } from './repository.ts';

/** The step Lenders. */
export const lenderSteps = (context: Context): SetupSources => ({
  lenders: {
    state: async () => {
      const active = await activeLenders(context);
      const simulated = active.filter(({ connection }) => connection === 'sandbox');
      return {
        isStarted: active.length > 0,
        problems: active.length > 0 ? [] : ['Add at least one lender that isn’t paused.'],
        testMode: simulated.map(({ name }) => `${name} is simulated: its offers are made up.`),
      };
    },
    check: () => checkLenders(context),
  },
});

const activeLenders = async ({ db }: Pick<Context, 'db'>) =>
  (await selectCurrentLenders(db)).filter(({ pausedAt }) => pausedAt === null);

async function checkLenders(context: Context): Promise<string> {
  const active = await activeLenders(context);
  if (active.length === 0) throw new Error('There is no active lender.');
  const called = active.filter(({ connection }) => connection === 'webhook');
  const outcomes = await Promise.all(
    called.map(async (lender) => ({ name: lender.name, ...(await testLender(context, lender)) })),
  );
  const failed = outcomes.filter(({ ok }) => !ok);
  if (failed.length > 0)
    throw new Error(failed.map(({ name, problem }) => `${name}: ${problem}`).join(' '));
  if (called.length === 0) return 'No active lender has an address to call.';
  return `${called.map(({ name }) => name).join(', ')} answered the test call.`;
}
