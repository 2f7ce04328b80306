export { deviceWords } from './device-words.ts';
export {
  deviceSeconds,
  isKnownDevice,
  issueDevice,
  readDevice,
  type Device,
  type KnownAccount,
} from './known-devices.ts';
