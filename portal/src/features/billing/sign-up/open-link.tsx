import { useState } from 'react';
import { Alert, Button } from '@mantine/core';
import type { openSignUpLink } from '@lintel/contract/billing/sign-up';
import { ApiError, messageOf } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconAlertTriangle, IconMail } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { Mark, OutcomeHelp, Panel } from './outcome.tsx';
import { linkAsker, newToken, signUpTab } from './sign-up-tab.ts';
import classes from './outcome.module.css';

/** Opens the link that was sent to an e-mail, for the sign-up of a new secret. */
const postLink = call<typeof openSignUpLink>(
  { method: 'POST', path: '/sign-up/link' },
  { handles: [500] },
);

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

/**
 * The page of the link that was sent to an e-mail. It waits for a person, because scanners open
 * every link of a message.
 */
export function OpenLink({
  m,
  onOpened,
  onAnother,
}: {
  m: string;
  onOpened(): void;
  onAnother(): void;
}) {
  // The same secret for each try: a link whose answer was lost opens again for it alone.
  const [token] = useState(newToken);
  const open = useAction({
    call: () => postLink({ body: { m, token, askedBy: linkAsker.read() } }),
    onDone: ({ email, draft }) => {
      signUpTab.goOn({ token, email, draft });
      onOpened();
    },
    onFailure: 'shown in place',
  });
  if (hasCode(open.error, 'invalid_link')) return <Invalid onAnother={onAnother} />;
  if (hasCode(open.error, 'email_already_used')) return <Registered />;
  return (
    <Panel mark={<Mark icon={<IconMail size={32} />} />} title="Continue signing up">
      <p>
        Someone asked for this link with your e-mail address. If it was you, continue here. You have
        not been charged. If it was not you, close this page.
      </p>
      {open.error !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert" mb={16}>
          {messageOf(open.error)}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button size="md" loading={open.busy} onClick={() => void open.run()}>
          Go on
        </Button>
      </div>
      <OutcomeHelp />
    </Panel>
  );
}

const Invalid = ({ onAnother }: { onAnother(): void }) => (
  <Panel
    mark={<Mark tone="amber" icon={<IconAlertTriangle size={32} />} />}
    title="This link no longer works"
  >
    <p>
      It was already used, it was replaced by a newer one, or it is older than 24 hours. You can
      start over.
    </p>
    <div className={classes.actions}>
      <PlainButton look="button" onClick={onAnother}>
        Start again
      </PlainButton>
    </div>
    <OutcomeHelp />
  </Panel>
);

const Registered = () => (
  <Panel mark={<Mark icon={<IconMail size={32} />} />} title="You are already registered">
    <p>
      Your company has already signed up with this e-mail. Please sign in, or wait for the message
      that activates your account.
    </p>
    <div className={classes.actions}>
      <Link to="/login" look="button">
        Go to sign in
      </Link>
    </div>
    <OutcomeHelp />
  </Panel>
);
