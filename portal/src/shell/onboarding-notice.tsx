import type { Session } from '@lintel/contract/identity';
import { brand, phoneLink } from '../lib/brand.ts';
import classes from './onboarding-notice.module.css';

/** Stands in for the portal until the agreement is accepted and the questions are answered. */
export function OnboardingNotice({ session }: { session: Session }) {
  const steps = [
    {
      open: session.needConfirmProviderAgreement,
      title: 'Review and accept the Service Provider Agreement',
      link: brand.links.serviceProviderAgreement,
    },
    { open: session.needQuiz, title: 'Tell us a little about your business', link: null },
  ].filter((step) => step.open);
  return (
    <section className={classes.notice} aria-labelledby="onboarding-title">
      <h1 id="onboarding-title">Welcome, {session.user.firstname}. Your account is almost ready.</h1>
      <p className={classes.lead}>
        {steps.length === 1 ? 'One thing is' : 'Two things are'} needed before your financing portal opens:
      </p>
      <ol className={classes.steps}>
        {steps.map(({ title, link }, index) => (
          <li key={title}>
            <span className={classes.number} aria-hidden>
              {index + 1}
            </span>
            <span>
              {title}
              {link !== null && (
                <a href={link} target="_blank" rel="noreferrer">
                  Read the agreement
                </a>
              )}
            </span>
          </li>
        ))}
      </ol>
      <p className={classes.support}>
        Our support team completes this with you: write to <a href={`mailto:${brand.supportEmail}`}>{brand.supportEmail}</a> or
        call <a href={phoneLink(brand.phone)}>{brand.phone}</a>.
      </p>
    </section>
  );
}
