export { consentPerson, consentRetention } from './person.ts';
export { keepDisclosure } from './disclosures-repository.ts';
export { findRecords, makeRecord, recordHeaders } from './record.ts';
export {
  iterateConsents,
  selectConsents,
  selectConsentsByReference,
  type ConsentRow,
} from './repository.ts';
export {
  checkConsents,
  checkDisclosure,
  storeConsents,
  readAgreed,
  readLegalContext,
  withdrawContact,
  withdrawContacts,
  type Agreed,
  type ConsentSource,
} from './service.ts';
