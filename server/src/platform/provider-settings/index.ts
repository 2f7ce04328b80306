export { LiveConfig, announceSettings, madeFrom } from './live-config.ts';
export { decideOpening, readOpening, writeOpening } from './opening.ts';
export {
  lockSettings,
  selectSettings,
  valueOf,
  versionOf,
  writeSetting,
  type StoredSetting,
} from './store.ts';
