import { useState } from 'react';
import { getRouteApi } from '@tanstack/react-router';
import { Link } from '../../ui/link.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { AuthCard } from './auth-card.tsx';
import { EmailChange } from './email-change.tsx';
import { LinkCard, LinkFailed, LinkLoading } from './link-states.tsx';
import { useLink } from './use-link.ts';

const route = getRouteApi('/visitor/ne');
const title = 'Confirm your e-mail';

/** Puts the new e-mail of an account in place, by the link that was sent to it. */
export function ConfirmEmailPage() {
  const { m } = route.useSearch();
  const link = useLink(m, 'email');
  const [refused, setRefused] = useState(false);
  if (link.step === 'invalid' || refused) return <InvalidEmailLink />;
  if (link.step === 'loading') return <LinkLoading title={title} fields={1} />;
  if (link.step === 'failed')
    return <LinkFailed title={title} error={link.error} onRetry={link.retry} />;
  const { email, newEmail } = link.owner;
  return (
    <LinkCard
      title={title}
      lead="You asked for another e-mail address. From now on you sign in with the new one."
    >
      <EmailChange
        from={email}
        to={newEmail ?? ''}
        enc={link.enc}
        onInvalidLink={() => setRefused(true)}
      />
    </LinkCard>
  );
}

function InvalidEmailLink() {
  return (
    <AuthCard>
      <StateBox
        level={1}
        icon="alert"
        tone="amber"
        title="Link is invalid"
        text="It has expired or was used already. If your e-mail is not changed yet, ask for another link under Personal Info."
        action={
          <Link to="/login" look="button">
            Go to sign in
          </Link>
        }
      />
    </AuthCard>
  );
}
