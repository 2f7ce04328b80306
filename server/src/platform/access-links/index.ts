export {
  rebuildAddress,
  currentLink,
  deleteLinks,
  extendLink,
  findLink,
  isOpen,
  issueLink,
  linkAddress,
  listLinksByPart,
  linksSince,
  openLink,
  revokeLink,
  revokeLinks,
  consumeLink,
  type AccessLink,
  type LinkContext,
} from './access-links.ts';
export { openSealedCode, sealedCode } from './codes.ts';
export { getLifetime, lifetimeText } from './purposes.ts';
export { shortLink } from './short-link.ts';
export { lookUpCode } from './wrong-codes.ts';
