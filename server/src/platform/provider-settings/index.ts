export { LiveConfig, announceSettings, madeFrom } from './live-config.ts';
export { decideOpening, readOpening, writeOpening } from './opening.ts';
export {
  lockSettings,
  selectSettings,
  versionOf,
  writeSetting,
  type StoredSetting,
} from './store.ts';
