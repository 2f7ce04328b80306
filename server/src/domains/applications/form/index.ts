export { admit, challengeFor, requireOpen, requireServed } from './admission.ts';
export { consentPages } from './consent-pages.ts';
export { confirmApplication, replaceApplication } from './contest.ts';
export { getFollowers } from './follow.ts';
export {
  storeDraft,
  sendDraftLink,
  setLanguage,
  startApplication,
  submitApplication,
} from './intake.ts';
export { presentToHomeowner, readWhole } from './present-homeowner.ts';
export { homeownerPages } from './status-pages.ts';
export { noticePages } from './notice-pages.ts';
export { endReturnLink, openReturnLink } from './return-link.ts';
