export { consentPerson, consentRetention } from './person.ts';
export { findRecords, makeRecord, recordHeaders } from './record.ts';
export {
  consentsOfContractor,
  selectConsents,
  selectConsentsByReference,
  type ConsentRow,
} from './repository.ts';
export {
  checkConsents,
  keepConsents,
  readAgreed,
  surroundingsOf,
  withdrawContact,
  withdrawContactsOf,
  type Agreed,
  type ConsentSource,
} from './service.ts';
