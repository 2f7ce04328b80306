import { readAgreementEffect } from '@lintel/contract/settings/agreement';
import * as contract from '@lintel/contract/settings/records';
import * as team from '@lintel/contract/settings/team';
import { handle, type Route } from '../../platform/http/route.ts';
import { agreementEffect } from './agreement.ts';
import type { SettingDeps } from './deps.ts';
import { changeMultipleUsers, readMultipleUsers } from './multiple-users.ts';
import { changeSetting, readSetting } from './service.ts';

export const settingRoutes = (deps: SettingDeps): Route[] => [
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
