import {
  changeEmail,
  changePassword as changePasswordCall,
  confirmEmail as confirmEmailCall,
  createOwner as createOwnerCall,
  readLink as readLinkCall,
  restorePassword,
  saveProfile,
  sendConfirmation as sendConfirmationCall,
  setPassword,
} from '@lintel/contract/identity/account';
import type { User } from '@lintel/contract/identity/sessions';
import { AppError } from '../../platform/errors.ts';
import { handle, type Route } from '../../platform/http/route.ts';
import { accountOf, presentUser } from './accounts.ts';
import { clearSessionCookies, deviceCookie, setDeviceCookie } from './tokens.ts';
import { createOwner, sendConfirmation } from './owners.ts';
import type { AccountDeps } from './account-mail.ts';
import { readLink, requestReset, setPasswordByLink } from './password-links.ts';
import { changePassword, askForEmail, confirmEmail, saveNames } from './profile.ts';

export const accountRoutes = (deps: AccountDeps & { secureCookies: boolean }): Route[] => [
  handle(saveProfile, async ({ body, caller, owned: { user } }) => {
    await saveNames(deps, caller, user.id, body);
    return view(deps, user.id);
  }),
  handle(changeEmail, async ({ body, caller, owned }) => {
    await askForEmail(deps, caller, owned.user.id, body.email);
    return { message: 'We sent an email with a link to confirm changing email.' };
  }),
  handle(changePasswordCall, async ({ body, caller, owned, request: { cookies }, answer }) => {
    const account = await changePassword(deps, caller, owned.user.id, body.password);
    // The browser's device cookie was for the old password.
    const device = await deps.devices.read(cookies[deviceCookie]);
    setDeviceCookie(answer, await deps.devices.issue(device, account), deps.secureCookies);
    return { message: 'Update successful!' };
  }),
  handle(restorePassword, async ({ body }) => {
    await requestReset(deps, body.email);
    return {
      message: 'If this e-mail belongs to an account, a link to set a new password is on its way.',
    };
  }),
  handle(readLinkCall, ({ body }) => readLink(deps, body.enc)),
  handle(setPassword, async ({ body, request, answer }) => {
    const password = body.newPassword ?? body.password ?? '';
    const account = await setPasswordByLink(deps, body.enc, password, request.address);
    clearSessionCookies(answer, deps.secureCookies);
    // Whoever can read the account's mail is not guessing: this browser may sign in with the new
    // password, whatever others try meanwhile.
    setDeviceCookie(answer, await deps.devices.issue(null, account), deps.secureCookies);
    return { message: 'Thank you! Your password successfully changed' };
  }),
  handle(confirmEmailCall, async ({ body, request, answer }) => {
    await confirmEmail(deps, body.enc, request.address);
    clearSessionCookies(answer, deps.secureCookies);
    return { message: 'Your email has been successfully changed' };
  }),
  handle(createOwnerCall, async ({ body, caller }) => ({
    message:
      'Account successfully created. An email with an authorization link has been sent to the contractor.',
    user: await view(deps, await createOwner(deps, caller, body)),
  })),
  handle(sendConfirmationCall, async ({ params, caller }) => {
    await sendConfirmation(deps, caller, params.id);
    return { message: 'The confirmation e-mail is on its way.' };
  }),
];

async function view({ db }: AccountDeps, userId: number): Promise<User> {
  const account = await accountOf(db, userId);
  if (account === null) throw new AppError('not_found');
  return presentUser(account);
}
