export { mailAbout, mailLink, type Addressee } from './account-mail.ts';
export {
  factorsSince,
  issueAccountLink,
  linkPurposes,
  openAccountLink,
  voidLinks,
  voidedByChanges,
} from './links.ts';
