import * as settings from '@lintel/contract/payouts/settings';
import { handle, type Route } from '../../platform/http/route.ts';
import type { PayoutDeps } from './deps.ts';
import { readPreferences, savePreferences } from './threshold.ts';

export const preferenceRoutes = (deps: PayoutDeps): Route[] => [
  handle(settings.readPayoutSettings, () => readPreferences(deps.db)),
  handle(settings.savePayoutSettings, async ({ body, caller }) => {
    await savePreferences(deps, caller, body);
    return { message: 'Update successful!', settings: await readPreferences(deps.db) };
  }),
];
