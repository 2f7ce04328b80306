import * as contract from '@lintel/contract/settings';
import { handle, type Route } from '../../platform/http/route.ts';
import { changeSetting, readSetting, type SettingDeps } from './service.ts';

export const settingRoutes = (deps: SettingDeps): Route[] => [
  handle(contract.readSetting, async ({ query }) => readSetting(deps, query.name)),
  handle(contract.updateSetting, async ({ params, body, caller }) => {
    await changeSetting(deps, caller, params.id, body);
    return { message: 'Update successful', setting: await readSetting(deps, body.paramName) };
  }),
];
