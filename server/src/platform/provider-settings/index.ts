export { LiveConfig, announceSettings } from './live-config.ts';
export { madeFrom } from './made-from.ts';
export { decideOpening } from './opening.ts';
export {
  lockSettings,
  selectSettings,
  versionOf,
  writeSetting,
  type StoredSetting,
} from './store.ts';
