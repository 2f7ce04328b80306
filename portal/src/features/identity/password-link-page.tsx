import { useState, type ReactNode } from 'react';
import { postPassword } from './api/set-password.ts';
import { InvalidLink, LinkCard, LinkFailed, LinkLoading } from './link-states.tsx';
import { NewPasswordForm } from './new-password-form.tsx';
import { useLink, type LinkOwner } from './use-link.ts';
import { useSignedOutExit } from './use-signed-out-exit.ts';

export interface PasswordLinkTexts {
  title: string;
  lead: (owner: LinkOwner) => ReactNode;
  label: string;
  button: string;
  success: string;
  /** The name that the password travels under. */
  sentAs: 'password' | 'newPassword';
}

/** Sets a password by the link of an e-mail: for a reset, or to activate an account. */
export function PasswordLinkPage({
  enc,
  texts,
}: {
  enc: string | undefined;
  texts: PasswordLinkTexts;
}) {
  const link = useLink(enc, 'password');
  const [refused, setRefused] = useState(false);
  const leave = useSignedOutExit();
  if (link.step === 'invalid' || refused) return <InvalidLink />;
  if (link.step === 'loading') return <LinkLoading title={texts.title} fields={3} />;
  if (link.step === 'failed')
    return <LinkFailed title={texts.title} error={link.error} onRetry={link.retry} />;
  const { owner } = link;
  const send = async (password: string): Promise<void> => {
    await postPassword({ body: { enc: link.enc, [texts.sentAs]: password } });
    await leave(texts.success, owner.email);
  };
  return (
    <LinkCard title={texts.title} lead={texts.lead(owner)}>
      <NewPasswordForm
        email={owner.email}
        label={texts.label}
        button={texts.button}
        onSend={send}
        onInvalidLink={() => setRefused(true)}
      />
    </LinkCard>
  );
}
