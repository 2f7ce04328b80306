export { deleteFailures, noticeThreshold, quietMs } from './guessing.ts';
export { checkNewPassword } from './new-passwords.ts';
export {
  addPasskey,
  beginFactor,
  beginPasskey,
  beginProof,
  beginSignIn,
  giveFactorByPasskey,
  proveByPasskey,
  removePasskey,
  renamePasskey,
  signInByPasskey,
} from './passkeys.ts';
export { giveFactor, proveByCode, proveByPassword } from './proof.ts';
export { enter, hashPassword, refresh, signIn, type BrowserTokens } from './sign-in.ts';
export { endBrowserSession, signOutPages } from './sign-out-pages.ts';
export {
  accessCookie,
  accessTokens,
  clearSessionCookies,
  clearStepCookie,
  deviceCookie,
  refreshCookie,
  sessionSeconds,
  setDeviceCookie,
  setSessionCookies,
  setStepCookie,
  stepCookie,
} from './tokens.ts';
