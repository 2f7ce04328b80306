import { useEffect, useRef, type ReactNode } from 'react';
import { Loader } from '@mantine/core';
import * as m from '#messages';
import type { SignUpStatus } from '@lintel/contract/billing/sign-up';
import { brand } from '../../../lib/brand.ts';
import { IconCheck, IconMail } from '../../../ui/icons.ts';
import { Link } from '../../../ui/link.tsx';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { Rich } from '../../../ui/rich.tsx';
import classes from './outcome.module.css';

/** A panel that replaces the form; its heading gets the focus for screen readers. */
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

/** The picture above a panel's title. */
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

/** The completed sign-up and the next steps. */
export function Welcome({ status, onAnother }: { status: SignUpStatus; onAnother(): void }) {
  const { companyName, email, planName, accountMade } = status;
  return (
    <Panel mark={check} title={m.billing_outcome_welcome({ companyName })}>
      <p>
        <Rich
          text={m.billing_outcome_plan({ planName })}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </p>
      <ol className={classes.steps}>
        {accountMade ? (
          <li>
            <Rich
              text={m.billing_outcome_openMessage({ email })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </li>
        ) : (
          <li>
            <Rich
              text={m.billing_outcome_settingUp({ email })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </li>
        )}
        <li>{m.billing_outcome_nextSteps()}</li>
      </ol>
      <div className={classes.actions}>
        <Link to="/login" look="button">
          {m.common_goToSignIn()}
        </Link>
        <PlainButton onClick={onAnother}>{m.billing_outcome_another()}</PlainButton>
      </div>
      <OutcomeHelp />
    </Panel>
  );
}

/** The payment's outcome is unknown so far. */
export const Processing = () => (
  <Panel mark={<Loader size={40} aria-hidden />} title={m.billing_outcome_confirming()}>
    <p role="status">{m.billing_outcome_confirmingText()}</p>
    <OutcomeHelp />
  </Panel>
);

/** Back from the bank in a browser without this sign-up. */
export const OtherWindow = ({ onAnother }: { onAnother(): void }) => (
  <Panel mark={check} title={m.billing_outcome_thankYou()}>
    <p>{m.billing_outcome_thankYouText()}</p>
    <div className={classes.actions}>
      <Link to="/login" look="button">
        {m.common_goToSignIn()}
      </Link>
      <PlainButton onClick={onAnother}>{m.common_startOver()}</PlainButton>
    </div>
    <OutcomeHelp />
  </Panel>
);

/** A sign-up with this e-mail exists, so its owner must confirm. */
export const LinkSent = ({ email, onBack }: { email: string; onBack(): void }) => (
  <Panel mark={<Mark icon={<IconMail size={32} />} />} title={m.common_checkEmail()}>
    <p>
      <Rich
        text={m.billing_outcome_linkSent({ email })}
        parts={{ strong: (words) => <strong>{words}</strong> }}
      />
    </p>
    <ul className={classes.steps}>
      <li>{m.billing_outcome_linkOnce()}</li>
      <li>{m.billing_outcome_kept()}</li>
      <li>{m.billing_outcome_notCharged()}</li>
    </ul>
    <div className={classes.actions}>
      <PlainButton onClick={onBack}>{m.billing_outcome_backToForm()}</PlainButton>
    </div>
    <p>{m.billing_outcome_noMessage()}</p>
    <OutcomeHelp />
  </Panel>
);

/** The link was opened in another window, or another browser signed up with the same e-mail. */
export const ContinuesInOtherWindow = ({
  onBack,
  onAnother,
}: {
  onBack(): void;
  onAnother(): void;
}) => (
  <Panel mark={<Mark icon={<IconMail size={32} />} />} title={m.billing_outcome_elsewhere()}>
    <p>{m.billing_outcome_elsewhereText()}</p>
    <div className={classes.actions}>
      <PlainButton onClick={onBack}>{m.billing_outcome_backToForm()}</PlainButton>
      <PlainButton onClick={onAnother}>{m.billing_outcome_another()}</PlainButton>
    </div>
    <OutcomeHelp />
  </Panel>
);

/** The support contact. */
export const OutcomeHelp = () => (
  <p className={classes.help}>
    <Rich
      text={m.billing_outcome_questions({
        supportEmail: brand.supportEmail,
        phone: brand.phone,
      })}
      parts={{
        link: (words) => <a href={`mailto:${brand.supportEmail}`}>{words}</a>,
        span: (words) => <span className="numbers">{words}</span>,
      }}
    />
  </p>
);
