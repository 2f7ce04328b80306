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
    <Panel mark={check} title={m.billing_welcome_company_name({ companyName })}>
      <p>
        <Rich
          text={m.billing_you_are_signed_up_for({ planName })}
          parts={{ strong: (words) => <strong>{words}</strong> }}
        />
      </p>
      <ol className={classes.steps}>
        {accountMade ? (
          <li>
            <Rich
              text={m.billing_open_the_message_that_we({ email })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </li>
        ) : (
          <li>
            <Rich
              text={m.billing_we_set_up_your_account({ email })}
              parts={{ strong: (words) => <strong>{words}</strong> }}
            />
          </li>
        )}
        <li>{m.billing_sign_in_check_your_co()}</li>
      </ol>
      <div className={classes.actions}>
        <Link to="/login" look="button">
          {m.billing_go_to_sign_in()}
        </Link>
        <PlainButton onClick={onAnother}>{m.billing_sign_up_another_company()}</PlainButton>
      </div>
      <OutcomeHelp />
    </Panel>
  );
}

/** The payment's outcome is not known yet. */
export const Processing = () => (
  <Panel mark={<Loader size={40} aria-hidden />} title={m.billing_we_are_confirming_your_payment()}>
    <p role="status">{m.billing_this_usually_takes_a_few()}</p>
    <OutcomeHelp />
  </Panel>
);

/** Back from the bank in a browser that knows nothing of the sign-up. */
export const Elsewhere = ({ onAnother }: { onAnother(): void }) => (
  <Panel mark={check} title={m.billing_thank_you()}>
    <p>{m.billing_we_are_confirming_your_payment_with()}</p>
    <div className={classes.actions}>
      <Link to="/login" look="button">
        {m.billing_go_to_sign_in()}
      </Link>
      <PlainButton onClick={onAnother}>{m.billing_start_over()}</PlainButton>
    </div>
    <OutcomeHelp />
  </Panel>
);

/** Somebody began with this e-mail before, so its owner has to say so. */
export const LinkSent = ({ email, onBack }: { email: string; onBack(): void }) => (
  <Panel mark={<Mark icon={<IconMail size={32} />} />} title={m.billing_check_your_e_mail()}>
    <p>
      <Rich
        text={m.billing_we_sent_a_link_to({ email })}
        parts={{ strong: (words) => <strong>{words}</strong> }}
      />
    </p>
    <ul className={classes.steps}>
      <li>{m.billing_the_link_works_once_for()}</li>
      <li>{m.billing_we_kept_what_you_typed()}</li>
      <li>{m.billing_you_have_not_been_charged()}</li>
    </ul>
    <div className={classes.actions}>
      <PlainButton onClick={onBack}>{m.billing_back_to_the_form()}</PlainButton>
    </div>
    <p>{m.billing_no_message_after_a_few()}</p>
    <OutcomeHelp />
  </Panel>
);

/** The link was opened in another window, or another browser signed up with the same e-mail. */
export const GoesOnElsewhere = ({ onBack, onAnother }: { onBack(): void; onAnother(): void }) => (
  <Panel
    mark={<Mark icon={<IconMail size={32} />} />}
    title={m.billing_your_sign_up_continues_in()}
  >
    <p>{m.billing_you_opened_the_link_in()}</p>
    <div className={classes.actions}>
      <PlainButton onClick={onBack}>{m.billing_back_to_the_form()}</PlainButton>
      <PlainButton onClick={onAnother}>{m.billing_sign_up_another_company()}</PlainButton>
    </div>
    <OutcomeHelp />
  </Panel>
);

/** Whom to ask. */
export const OutcomeHelp = () => (
  <p className={classes.help}>
    <Rich
      text={m.billing_questions_write_to_support_email({
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
