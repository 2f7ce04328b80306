import { settingRoutes } from './routes.ts';
import type { Edges, Part } from '../../platform/part.ts';
import type { SettingDeps } from './deps.ts';

export { serviceAgreementDate } from './agreement.ts';
export { ensureFlyerSetting, noteTemplateChange, readFlyerSetting } from './flyer-setting.ts';
export { automaticAccountsSetting, calculatorRates, makesAccountsUnasked } from './service.ts';
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
