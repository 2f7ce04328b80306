import { useState } from 'react';
import { Alert, Button } from '@mantine/core';
import * as m from '#messages';
import type { openSignUpLink } from '@lintel/contract/billing/sign-up';
import { ApiError, errorMessage } from '../../../lib/api/api-error.ts';
import { call } from '../../../lib/api/call.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconAlertTriangle, IconMail } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { Mark, OutcomeHelp, Panel } from './outcome.tsx';
import { linkAsker, newToken, signUpTab } from './sign-up-tab.ts';
import classes from './outcome.module.css';

/** Opens an e-mail's link for the sign-up with a new secret. */
const postLink = call<typeof openSignUpLink>(
  { method: 'POST', path: '/sign-up/link' },
  { handles: [500] },
);

const hasCode = (error: unknown, code: string): boolean =>
  error instanceof ApiError && error.code === code;

/**
 * The page of an e-mail's link. It requires a click, because scanners open every link of a message.
 */
export function OpenLink({
  secret,
  onOpened,
  onAnother,
}: {
  secret: string;
  onOpened(): void;
  onAnother(): void;
}) {
  // The same secret for each attempt: a link whose response was lost reopens only for it.
  const [token] = useState(newToken);
  const open = useAction({
    call: () => postLink({ body: { m: secret, token, askedBy: linkAsker.read() } }),
    onDone: ({ email, draft }) => {
      signUpTab.continueWith({ token, email, draft });
      onOpened();
    },
    onFailure: 'shown in place',
  });
  if (hasCode(open.error, 'invalid_link')) return <Invalid onAnother={onAnother} />;
  if (hasCode(open.error, 'email_already_used')) return <Registered />;
  return (
    <Panel mark={<Mark icon={<IconMail size={32} />} />} title={m.billing_link_continueTitle()}>
      <p>{m.billing_link_continueText()}</p>
      {open.error !== null && (
        <Alert color="red" icon={<IconAlertTriangle size={18} aria-hidden />} role="alert" mb={16}>
          {errorMessage(open.error)}
        </Alert>
      )}
      <div className={classes.actions}>
        <Button size="md" loading={open.busy} onClick={() => void open.run()}>
          {m.common_continue()}
        </Button>
      </div>
      <OutcomeHelp />
    </Panel>
  );
}

const Invalid = ({ onAnother }: { onAnother(): void }) => (
  <Panel
    mark={<Mark tone="amber" icon={<IconAlertTriangle size={32} />} />}
    title={m.billing_link_invalid()}
  >
    <p>{m.billing_link_invalidText()}</p>
    <div className={classes.actions}>
      <PlainButton look="button" onClick={onAnother}>
        {m.billing_link_startAgain()}
      </PlainButton>
    </div>
    <OutcomeHelp />
  </Panel>
);

const Registered = () => (
  <Panel mark={<Mark icon={<IconMail size={32} />} />} title={m.billing_link_registered()}>
    <p>{m.billing_link_registeredText()}</p>
    <div className={classes.actions}>
      <Link to="/login" look="button">
        {m.common_goToSignIn()}
      </Link>
    </div>
    <OutcomeHelp />
  </Panel>
);
