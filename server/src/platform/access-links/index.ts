export {
  addressAgain,
  currentLink,
  deleteLinks,
  extendLink,
  findLink,
  isOpen,
  issueLink,
  linkAddress,
  linksOfPart,
  linksSince,
  openLink,
  revokeLink,
  revokeLinks,
  consumeLink,
  type AccessLink,
  type LinkContext,
  type LinkSubject,
} from './access-links.ts';
export { openSealedCode, sealedCode } from './codes.ts';
export { lifetimeOf, lifetimeText, type StoredPurpose } from './purposes.ts';
export { shortLink, type ShortTarget } from './short-link.ts';
export type { LinkData } from './tables.ts';
export { lookUpCode } from './wrong-codes.ts';
