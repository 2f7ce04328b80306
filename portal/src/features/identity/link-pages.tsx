import { getRouteApi } from '@tanstack/react-router';
import { brand, phoneLink } from '../../lib/brand.ts';
import { Link } from '../../ui/link.tsx';
import { AuthCard, AuthTitle } from './auth-card.tsx';
import classes from './auth-card.module.css';

const restoreRoute = getRouteApi('/visitor/restore');

/** Until people can do it here themselves, support does it for them: says so, and how to reach them. */
function SupportPage({ title, lead, subject }: { title: string; lead: string; subject: string }) {
  const mail = `mailto:${brand.supportEmail}?${new URLSearchParams({ subject }).toString().replaceAll('+', '%20')}`;
  return (
    <AuthCard>
      <AuthTitle lead={lead}>{title}</AuthTitle>
      <p>
        Write to <a href={mail}>{brand.supportEmail}</a> or call <a href={phoneLink(brand.phone)}>{brand.phone}</a>.
      </p>
      <p className={classes.foot}>
        <Link to="/login">Back to sign in</Link>
      </p>
    </AuthCard>
  );
}

export function RestorePage() {
  const { email } = restoreRoute.useSearch();
  const account = email === undefined || email === '' ? 'your account' : email;
  return (
    <SupportPage
      title="Reset your password"
      lead={`Our support team resets the password of ${account} with you.`}
      subject={`Password reset for ${account}`}
    />
  );
}

export const NewPasswordPage = () => (
  <SupportPage title="New password" lead="Our support team sets a new password with you." subject="New password" />
);

export const ConfirmEmailPage = () => (
  <SupportPage
    title="Confirm your e-mail"
    lead="Our support team confirms your new e-mail address with you."
    subject="E-mail change"
  />
);

export const ConfirmAccountPage = () => (
  <SupportPage title="Set your password" lead="Our support team activates your account with you." subject="Account activation" />
);
