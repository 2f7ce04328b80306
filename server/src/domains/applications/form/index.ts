export { admit, challengeFor, requireOpen, requireServed } from './admission.ts';
export { consentPages } from './consent-pages.ts';
export { confirmApplication, replaceApplication } from './contest.ts';
export { followersOf } from './follow.ts';
export {
  keepDraft,
  sendDraftLink,
  setLanguage,
  startApplication,
  submitApplication,
} from './intake.ts';
export { presentToHomeowner, readWhole } from './present-homeowner.ts';
export { homeownerPages } from './status-pages.ts';
export { endReturnLink, openReturnLink } from './return-link.ts';
