import { getRouteApi } from '@tanstack/react-router';
import { PasswordLinkPage, type PasswordLinkTexts } from './password-link-page.tsx';

const route = getRouteApi('/visitor/confirm');

const texts: PasswordLinkTexts = {
  title: 'Set your password',
  lead: ({ firstname }) =>
    `Welcome${firstname === '' ? '' : `, ${firstname}`}. One step, and your account is ready.`,
  label: 'Password',
  button: 'Confirm',
  success: 'Your account successfully confirmed',
  sentAs: 'password',
};

/** Activates a new account by the link of its first e-mail. */
export const ConfirmAccountPage = () => (
  <PasswordLinkPage enc={route.useSearch().m} texts={texts} />
);
