import { useEffect, useRef, useState } from 'react';
import { Button, Checkbox } from '@mantine/core';
import * as m from '#messages';
import { serviceAgreement } from '@lintel/contract/contractors/agreement';
import type { acceptAgreement } from '@lintel/contract/contractors/onboarding';
import { call } from '../../../lib/api/call.ts';
import { brand } from '../../../lib/brand.ts';
import { browserPage } from '../../../lib/reload.ts';
import { IconPrinter } from '../../../ui/icons.ts';
import { PlainButton } from '../../../ui/plain-button.tsx';
import { StepFoot, useStep, useStepDone } from './step-foot.tsx';
import classes from './agreement.module.css';

/** Accepts the agreement. The modal itself shows every failure. */
const postAgreement = call<typeof acceptAgreement>(
  { method: 'POST', path: '/confirmProviderAgreement', encoding: 'form' },
  { handles: [409, 500] },
);

/** Whether a scrolled element has more content below. */
function useScrollEdge<Scrolled extends HTMLElement>() {
  const ref = useRef<Scrolled>(null);
  const [more, setMore] = useState(false);
  useEffect(() => {
    const element = ref.current;
    if (element === null) return undefined;
    const checkScroll = (): void =>
      setMore(element.scrollHeight - element.scrollTop - element.clientHeight > 2);
    const observer = new ResizeObserver(checkScroll);
    observer.observe(element);
    element.addEventListener('scroll', checkScroll, { passive: true });
    checkScroll();
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', checkScroll);
    };
  }, []);
  return { ref, more };
}

const own: Record<string, string> = {
  brand: brand.name,
  email: brand.supportEmail,
  phone: brand.phone,
};

/** The text with the provider's name and contact details filled in. */
const filled = (text: string): string =>
  text.replace(/\{(\w+)\}/g, (place, name: string) => own[name] ?? place);

/** The whole agreement, with the key points first. */
function AgreementText() {
  const { version, title, effective, sections } = serviceAgreement;
  return (
    <article className={classes.text}>
      <h2 className={classes.paperTitle} aria-hidden>
        {brand.name} {title}
      </h2>
      <div className={classes.edition}>
        <span>{m.contractors_agreement_version({ version, effective })}</span>
        <button type="button" className={classes.print} onClick={() => window.print()}>
          <IconPrinter size={16} aria-hidden />
          {m.contractors_agreement_print()}
        </button>
      </div>
      <dl className={classes.brief}>
        <div>
          <dt>{m.contractors_agreement_guarantee()}</dt>
          <dd>{m.contractors_agreement_guaranteeText()}</dd>
        </div>
        <div>
          <dt>{m.contractors_agreement_renewal()}</dt>
          <dd>{m.contractors_agreement_renewalText()}</dd>
        </div>
      </dl>
      {sections.map(({ heading, paragraphs }, index) => (
        <section key={heading}>
          <h3>
            {index + 1}. {filled(heading)}
          </h3>
          {paragraphs.map((paragraph) => (
            <p key={paragraph}>{filled(paragraph)}</p>
          ))}
        </section>
      ))}
    </article>
  );
}

/** The agreement to review and accept, in this page's version. */
export function AgreementStep({ onLogOut }: { onLogOut: () => void }) {
  const { ref, more } = useScrollEdge<HTMLDivElement>();
  const { reviewed, setReviewed, busy, renewed, accept } = useAcceptance();
  return (
    <>
      <div className={classes.frame} data-more={more || undefined}>
        <div
          ref={ref}
          className={classes.scroll}
          role="region"
          aria-label={m.contractors_agreement_text()}
          // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard
          tabIndex={0}
        >
          <AgreementText />
        </div>
      </div>
      <div className={classes.consent}>
        {renewed ? (
          <div className={classes.renewed} role="alert">
            <p>{m.contractors_agreement_updated()}</p>
            <PlainButton small onClick={() => browserPage.reload()}>
              {m.contractors_agreement_showCurrent()}
            </PlainButton>
          </div>
        ) : (
          <Checkbox
            checked={reviewed}
            onChange={(event) => setReviewed(event.currentTarget.checked)}
            label={m.contractors_agreement_consent({
              serviceAgreement: serviceAgreement.title,
            })}
          />
        )}
      </div>
      <StepFoot onLogOut={onLogOut}>
        <Button
          size="md"
          disabled={!reviewed || renewed}
          loading={busy}
          onClick={() => void accept()}
        >
          {m.contractors_agreement_accept()}
        </Button>
      </StepFoot>
    </>
  );
}

function useAcceptance() {
  const done = useStepDone();
  const [reviewed, setReviewed] = useState(false);
  const [renewed, setRenewed] = useState(false);
  const { busy, run } = useStep({
    call: () => postAgreement({ body: { version: serviceAgreement.version } }),
    onDone: () => done('needConfirmProviderAgreement'),
    onConflict: () => setRenewed(true),
  });
  return { reviewed, setReviewed, busy, renewed, accept: run };
}
