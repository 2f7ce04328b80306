import * as contract from '@lintel/contract/billing/sign-up-settings';
import { recordAudit, type Caller } from '../../platform/audit/audit.ts';
import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/db/connect.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import {
  automaticAccountsSetting,
  makesAccountsUnasked,
  writeSettingValue,
} from '../settings/index.ts';

interface Deps {
  db: Database;
  clock: Clock;
}

const readSettings = async (db: Database): Promise<contract.SignUpSettings> => ({
  automaticAccounts: await makesAccountsUnasked(db),
});

/** Changes what becomes of contractors who sign up; those who have paid before stay as they are. */
const saveSettings = (
  { db, clock }: Deps,
  caller: Caller,
  wanted: contract.SignUpSettings,
): Promise<void> =>
  db.transaction(async (tx) => {
    const before = await readSettings(tx);
    const change = { name: automaticAccountsSetting, value: wanted.automaticAccounts };
    await writeSettingValue(tx, { ...change, userId: caller.authenticated.id, at: clock.now() });
    await recordAudit(tx, clock, caller, {
      action: 'sign-up-settings.saved',
      entity: 'setting',
      entityId: automaticAccountsSetting,
      details: { before, after: wanted },
    });
  });

export const signUpSettingRoutes = (deps: Deps): Route[] => [
  handle(contract.readSignUpSettings, () => readSettings(deps.db)),
  handle(contract.saveSignUpSettings, async ({ body, caller }) => {
    await saveSettings(deps, caller, body);
    return { message: 'Saved', settings: await readSettings(deps.db) };
  }),
];
