import { useState, type ReactNode } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Button, PasswordInput } from '@mantine/core';
import * as m from '#messages';
import type { setPassword } from '@lintel/contract/identity/account';
import { errorMessage } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { useContractForm } from '../../lib/form/use-contract-form.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { PasswordMeter } from '../../ui/password-meter.tsx';
import { AccountField } from './auth-card.tsx';
import {
  isRefusedLink,
  InvalidLink,
  LinkCard,
  LinkFailed,
  LinkLoading,
  useLink,
  type LinkOwner,
} from './link-states.tsx';
import { useSignInEntry } from './use-sign-in-entry.ts';
import { useSignedOutExit } from './use-signed-out-exit.ts';
import classes from './link-pages.module.css';

/** Sets the password with an e-mail link, which can be used once. */
const postPassword = call<typeof setPassword>({
  method: 'POST',
  path: '/update-password',
  encoding: 'form',
});

/** Duration of a toast about a password, in milliseconds. */
const passwordErrorLife = 10_000;

interface Props {
  owner: LinkOwner;
  label: string;
  button: string;
  onSend: (password: string) => Promise<void>;
  onInvalidLink: () => void;
}

const loadRules = () =>
  import('@lintel/contract/identity/account').then((contract) => contract.passwordPair);

/** A new password, entered twice, for the link's account. */
function NewPasswordForm({ owner, label, button, onSend, onInvalidLink }: Props) {
  const { email, firstname, lastname, company = null } = owner;
  const [visible, setVisible] = useState(false);
  const { form, field, busy, values, errors } = useContractForm({
    initial: { password: '', confirmation: '' },
    rules: loadRules,
    onSubmit: ({ password }) => onSend(password),
    fieldFor: () => 'password',
    onFailure: (error) => {
      if (isRefusedLink(error)) onInvalidLink();
      else showToast(errorMessage(error), 'danger', passwordErrorLife);
    },
  });
  const shared = {
    visible,
    onVisibilityChange: setVisible,
    visibilityToggleButtonProps: {
      'aria-label': visible ? m.identity_password_hide() : m.identity_password_show(),
      tabIndex: 0,
    },
    autoComplete: 'new-password',
    required: true,
    withAsterisk: true,
  };
  return (
    <form {...form} className={classes.form}>
      <AccountField email={email} />
      <div className={classes.fields}>
        <PasswordInput {...field('password')} {...shared} label={label} autoFocus />
        <PasswordMeter
          value={values.password}
          errorText={errors.password}
          owner={{ email, firstname, lastname, company }}
        />
      </div>
      <PasswordInput
        {...field('confirmation')}
        {...shared}
        label={m.identity_password_confirmation_title()}
      />
      <Button type="submit" size="md" fullWidth loading={busy}>
        {button}
      </Button>
    </form>
  );
}

interface PasswordLinkTexts {
  title: string;
  lead: (owner: LinkOwner) => ReactNode;
  label: string;
  button: string;
  success: string;
  /** The password's field name in the request. */
  sentAs: 'password' | 'newPassword';
}

/** Sets a password with an e-mail link, for a reset or to activate an account. */
function PasswordLinkPage({ enc, texts }: { enc: string | undefined; texts: PasswordLinkTexts }) {
  const link = useLink(enc, 'password');
  const [refused, setRefused] = useState(false);
  const leave = useSignedOutExit();
  const enter = useSignInEntry();
  if (link.step === 'invalid' || refused) return <InvalidLink />;
  if (link.step === 'loading') return <LinkLoading title={texts.title} fields={3} />;
  if (link.step === 'failed')
    return <LinkFailed title={texts.title} error={link.error} onRetry={link.retry} />;
  const { owner } = link;
  const send = async (password: string): Promise<void> => {
    const { signedIn } = await postPassword({ body: { enc: link.enc, [texts.sentAs]: password } });
    await (signedIn
      ? enter(texts.success, '/', toastLife.long)
      : leave(texts.success, owner.email));
  };
  return (
    <LinkCard title={texts.title} lead={texts.lead(owner)}>
      <NewPasswordForm
        owner={owner}
        label={texts.label}
        button={texts.button}
        onSend={send}
        onInvalidLink={() => setRefused(true)}
      />
    </LinkCard>
  );
}

const newPasswordRoute = getRouteApi('/visitor/np');

const newPasswordTexts: PasswordLinkTexts = {
  title: m.screens_newPassword(),
  lead: () => m.identity_passwordLink_text(),
  label: m.identity_passwordLink_newPassword(),
  button: m.identity_passwordLink_reset(),
  success: m.identity_passwordLink_changed(),
  sentAs: 'newPassword',
};

/** Resets the password with the link from "Forgot password?". */
export const NewPasswordPage = () => (
  <PasswordLinkPage enc={newPasswordRoute.useSearch().m} texts={newPasswordTexts} />
);

const confirmAccountRoute = getRouteApi('/visitor/confirm');

const confirmAccountTexts: PasswordLinkTexts = {
  title: m.screens_setPassword(),
  lead: ({ firstname }) =>
    firstname === ''
      ? m.identity_passwordLink_welcome()
      : m.identity_passwordLink_welcomeNamed({ firstname }),
  label: m.common_password(),
  button: m.common_confirm(),
  success: m.identity_passwordLink_confirmed(),
  sentAs: 'password',
};

/** Activates a new account with the link in its first e-mail. */
export const ConfirmAccountPage = () => (
  <PasswordLinkPage enc={confirmAccountRoute.useSearch().m} texts={confirmAccountTexts} />
);
