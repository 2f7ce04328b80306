import { getRouteApi } from '@tanstack/react-router';
import { PasswordLinkPage, type PasswordLinkTexts } from './password-link-page.tsx';

const route = getRouteApi('/visitor/np');

const texts: PasswordLinkTexts = {
  title: 'New password',
  lead: () => 'Choose a new password for your account.',
  label: 'New Password',
  button: 'Reset Password',
  success: 'Thank you! Your password successfully changed',
  sentAs: 'newPassword',
};

/** Sets another password by the link that "Forgot password?" has sent. */
export const NewPasswordPage = () => <PasswordLinkPage enc={route.useSearch().m} texts={texts} />;
