import { useState } from 'react';
import { Button, Checkbox } from '@mantine/core';
import { serviceAgreement } from '@lintel/contract/contractors-agreement';
import { browserPage } from '../../lib/reload.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { postAgreement } from './api/accept-agreement.ts';
import { AgreementText } from './agreement-text.tsx';
import { outcomeOf } from './send-step.ts';
import { StepFoot } from './step-foot.tsx';
import { useScrollEdge } from './use-scroll-edge.ts';
import { useStepDone } from './use-step-done.ts';
import classes from './agreement.module.css';

/** The agreement to review and accept, in the version that this page carries. */
export function AgreementStep({ onLogOut }: { onLogOut: () => void }) {
  const { ref, more } = useScrollEdge<HTMLDivElement>();
  const { reviewed, setReviewed, busy, renewed, accept } = useAcceptance();
  return (
    <>
      <div className={classes.frame} data-more={more || undefined}>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls must be reachable by the keyboard */}
        <div
          ref={ref}
          className={classes.scroll}
          role="region"
          aria-label="Text of the agreement"
          tabIndex={0}
        >
          <AgreementText />
        </div>
      </div>
      <div className={classes.consent}>
        {renewed ? (
          <div className={classes.renewed} role="alert">
            <p>The agreement was renewed while you were reading. Please review its current text.</p>
            <PlainButton small onClick={() => browserPage.reload()}>
              Show the current text
            </PlainButton>
          </div>
        ) : (
          <Checkbox
            checked={reviewed}
            onChange={(event) => setReviewed(event.currentTarget.checked)}
            label={`I have reviewed the ${serviceAgreement.title} and agree to it.`}
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
          Accept
        </Button>
      </StepFoot>
    </>
  );
}

function useAcceptance() {
  const done = useStepDone();
  const [reviewed, setReviewed] = useState(false);
  const [busy, setBusy] = useState(false);
  const [renewed, setRenewed] = useState(false);
  const accept = async (): Promise<void> => {
    setBusy(true);
    const outcome = await outcomeOf(postAgreement({ body: { version: serviceAgreement.version } }));
    setBusy(false);
    setRenewed(outcome === 'conflict');
    if (outcome === 'done') done('needConfirmProviderAgreement');
  };
  return { reviewed, setReviewed, busy, renewed, accept };
}
