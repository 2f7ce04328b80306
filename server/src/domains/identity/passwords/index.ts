export { disownSession, mailNewDevice } from './new-device.ts';
export { mailReset, readLink, requestReset, setPasswordByLink } from './password-links.ts';
export { restoreEmail, restoreLink, suspectSince } from './restore-email.ts';
