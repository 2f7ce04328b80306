export { contractorsKey, getManagers } from './requests.ts';
