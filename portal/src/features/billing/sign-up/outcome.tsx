import { useEffect, useRef, type ReactNode } from 'react';
import { Loader } from '@mantine/core';
import type { SignUpStatus } from '@lintel/contract/billing/sign-up';
import { brand } from '../../../lib/brand.ts';
import { IconCheck, IconMail } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { PlainButton } from '../../../ui/plain-button.tsx';
import classes from './outcome.module.css';

/** A page of its own in place of the form; its heading gets the focus, so that it is read out. */
export function Panel({
  mark,
  title,
  children,
}: {
  mark: ReactNode;
  title: string;
  children: ReactNode;
}) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  return (
    <section className={classes.panel}>
      {mark}
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children}
    </section>
  );
}

/** The picture over a panel's title. */
export const Mark = ({
  icon,
  tone = 'blue',
}: {
  icon: ReactNode;
  tone?: 'blue' | 'green' | 'amber';
}) => (
  <span className={classes.mark} data-tone={tone} aria-hidden>
    {icon}
  </span>
);

const check = <Mark tone="green" icon={<IconCheck size={32} stroke={2.4} />} />;

/** The end of a sign-up: what happens next. */
export function Welcome({ status, onAnother }: { status: SignUpStatus; onAnother(): void }) {
  const { companyName, email, planName, accountMade } = status;
  return (
    <Panel mark={check} title={`Welcome, ${companyName}`}>
      <p>
        You are signed up for the <strong>{planName}</strong> plan.
      </p>
      <ol className={classes.steps}>
        {accountMade ? (
          <li>
            Open the message that we sent to <strong>{email}</strong> and choose your password.
          </li>
        ) : (
          <li>
            We set up your account and write to <strong>{email}</strong> with a link to choose your
            password.
          </li>
        )}
        <li>Sign in, check your co-branded page and share it with your customers.</li>
      </ol>
      <div className={classes.actions}>
        <Link to="/login" look="button">
          Go to sign in
        </Link>
        <PlainButton onClick={onAnother}>Sign up another company</PlainButton>
      </div>
      <OutcomeHelp />
    </Panel>
  );
}

/** The payment's outcome is not known yet. */
export const Processing = () => (
  <Panel mark={<Loader size={40} aria-hidden />} title="We are confirming your payment">
    <p role="status">
      This usually takes a few seconds. You can stay on this page; you will not be charged twice.
    </p>
    <OutcomeHelp />
  </Panel>
);

/** Back from the bank in a browser that knows nothing of the sign-up. */
export const Elsewhere = ({ onAnother }: { onAnother(): void }) => (
  <Panel mark={check} title="Thank you">
    <p>
      We are confirming your payment with the bank and send a receipt to your e-mail. This browser
      does not remember your sign-up, so we cannot show more of it here.
    </p>
    <div className={classes.actions}>
      <Link to="/login" look="button">
        Go to sign in
      </Link>
      <PlainButton onClick={onAnother}>Start over</PlainButton>
    </div>
    <OutcomeHelp />
  </Panel>
);

/** Somebody began with this e-mail before, so its owner has to say so. */
export const LinkSent = ({ email, onBack }: { email: string; onBack(): void }) => (
  <Panel mark={<Mark icon={<IconMail size={32} />} />} title="Check your e-mail">
    <p>
      We sent a link to <strong>{email}</strong>; open it to go on. We know this e-mail already, so
      we have to be sure that it is yours.
    </p>
    <ul className={classes.steps}>
      <li>The link works once, for 24 hours, in this browser or any other.</li>
      <li>We kept what you typed. You only need to add your card again.</li>
      <li>You have not been charged.</li>
    </ul>
    <div className={classes.actions}>
      <PlainButton onClick={onBack}>Back to the form</PlainButton>
    </div>
    <p>
      No message after a few minutes? Check your spam folder, or go back to the form and send it
      again.
    </p>
    <OutcomeHelp />
  </Panel>
);

/** The link was opened in another window, or another browser signed up with the same e-mail. */
export const GoesOnElsewhere = ({ onBack, onAnother }: { onBack(): void; onAnother(): void }) => (
  <Panel
    mark={<Mark icon={<IconMail size={32} />} />}
    title="Your sign-up continues in another window"
  >
    <p>
      You opened the link in your e-mail, so your sign-up continues there. You can close this
      window.
    </p>
    <div className={classes.actions}>
      <PlainButton onClick={onBack}>Back to the form</PlainButton>
      <PlainButton onClick={onAnother}>Sign up another company</PlainButton>
    </div>
    <OutcomeHelp />
  </Panel>
);

/** Whom to ask. */
export const OutcomeHelp = () => (
  <p className={classes.help}>
    Questions? Write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> or call{' '}
    <span className="numbers">{brand.phone}</span>.
  </p>
);
