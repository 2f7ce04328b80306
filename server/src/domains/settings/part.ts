import type { Edges, Part } from '../../platform/part.ts';
import type { SettingDeps } from './deps.ts';
import { settingRoutes } from './routes.ts';

type Deps = Pick<Edges, 'database' | 'clock'> & Omit<SettingDeps, 'db' | 'clock'>;

/** The settings, on what they change in other domains. */
export const part = ({ database, ...others }: Deps): Part => ({
  routes: settingRoutes({ db: database.db, ...others }),
});
