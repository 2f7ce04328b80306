export { pageNamesQuery } from './requests.ts';
