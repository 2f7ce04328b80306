import type { Edges, Part } from '../../platform/part.ts';
import type { SettingDeps } from './deps.ts';
import { readAgreementEffect } from '@lintel/contract/settings/agreement';
import * as contract from '@lintel/contract/settings/records';
import * as team from '@lintel/contract/settings/team';
import { handle, type Route } from '../../platform/http/route.ts';
import { agreementEffect, changeSetting, readSetting } from './service.ts';
import { changeMultipleUsers, readMultipleUsers } from './multiple-users.ts';

export { serviceAgreementDate } from './service.ts';
export { ensureFlyerSetting, noteTemplateChange, readFlyerSetting } from './flyer-setting.ts';
export {
  automaticAccountsSetting,
  calculatorRates,
  createsAccountsAutomatically,
} from './service.ts';
export { tierTeamLimits } from './multiple-users.ts';
export {
  findSetting,
  insertSetting,
  lockSettingByName,
  readSettingValue,
  writeSettingValue,
} from './repository.ts';

type Deps = Pick<Edges, 'database' | 'clock'> & Omit<SettingDeps, 'db' | 'clock'>;

/** The settings, on what they change in other domains. */
export const part = ({ database, ...others }: Deps): Part => ({
  routes: settingRoutes({ db: database.db, ...others }),
});

const settingRoutes = (deps: SettingDeps): Route[] => [
  handle(contract.readSetting, async ({ query }) => readSetting(deps, query.name)),
  handle(contract.updateSetting, ({ params, body, caller }) =>
    changeSetting(deps, caller, params.id, body),
  ),
  handle(readAgreementEffect, () => agreementEffect(deps)),
  handle(team.readMultipleUsers, () => readMultipleUsers(deps)),
  handle(team.saveMultipleUsers, async ({ body, caller }) => {
    const contractors = await changeMultipleUsers(deps, caller, body);
    if (contractors.length === 0) return { message: 'Success!' };
    const message = 'The new numbers leave no room for some team users.';
    return { message, confirmationRequired: true, contractors };
  }),
];
