import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import * as m from '#messages';
import type { Checklist, ChecklistStep } from '@lintel/contract/setup/checklist';
import { setupStep } from '@lintel/contract/setup/steps';
import { useSession } from '../../lib/session.ts';
import type { LoadContext } from '../../routes/router-context.ts';
import { Card } from '../../ui/card.tsx';
import { Link } from '../../ui/link.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { SkeletonRows } from '../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { StatusBadge } from '../../ui/status-badge.tsx';
import { GoLiveModal } from './go-live-modal.tsx';
import { PauseModal } from './pause-modal.tsx';
import { checklistQuery, mayChangeSetup } from './requests.ts';
import { stateNames, stateTones } from './state-names.ts';
import classes from './setup.module.css';

export const load = ({ client }: LoadContext): Promise<unknown> =>
  client.prefetchQuery(checklistQuery);

/** What is left to do before the public may come, and what is in order. */
export function SetupPage() {
  const checklist = useQuery(checklistQuery);
  return (
    <>
      <PageHeader title={m.screens_setup()} purpose={m.setup_purpose()} />
      {checklist.data && <OpenCard checklist={checklist.data} />}
      <Card bare>
        {checklist.isPending && <SkeletonRows columns={2} rows={11} />}
        {checklist.isError && <ErrorState onRetry={() => void checklist.refetch()} />}
        {checklist.data && (
          <ol className={classes.steps}>
            {checklist.data.steps.map((step) => (
              <StepRow key={step.step} step={step} />
            ))}
          </ol>
        )}
      </Card>
    </>
  );
}

function StepRow({ step: { step, state, problems, testMode } }: { step: ChecklistStep }) {
  const { label, purpose } = setupStep(step);
  const notes = [...problems, ...testMode];
  return (
    <li className={classes.step}>
      <div className={classes.words}>
        <h2 className={classes.label}>
          <Link to={`/manage/setup/${step}`}>{label}</Link>
        </h2>
        <p className={classes.purpose}>{notes[0] ?? purpose}</p>
        {notes.length > 1 && (
          <p className={classes.purpose}>{m.setup_more({ count: notes.length - 1 })}</p>
        )}
      </div>
      <StatusBadge status={stateNames[state]} tone={stateTones[state]} />
    </li>
  );
}

/** Whether the public may come, and the button that changes it. */
function OpenCard({ checklist }: { checklist: Checklist }) {
  const mayChange = mayChangeSetup(useSession());
  const [dialog, setDialog] = useState<'open' | 'pause' | null>(null);
  const { isOpen, canOpen, reason, steps } = checklist;
  const left = steps.filter(({ step, state }) => setupStep(step).required && state !== 'done');
  const closedText = canOpen
    ? m.setup_closed_ready()
    : left.length === 1
      ? m.setup_closed_left_one()
      : m.setup_closed_left_many({ count: left.length });
  return (
    <div className={classes.opening}>
      <Card
        title={isOpen ? m.setup_open_title() : m.setup_closed_title()}
        text={isOpen ? m.setup_open_text() : closedText}
        tone={isOpen ? 'default' : 'warning'}
        action={
          mayChange &&
          (isOpen ? (
            <Button variant="default" onClick={() => setDialog('pause')}>
              {m.setup_pause()}
            </Button>
          ) : (
            <Button disabled={!canOpen} onClick={() => setDialog('open')}>
              {m.setup_goLive()}
            </Button>
          ))
        }
      >
        {!isOpen && reason !== '' && (
          <p className={classes.purpose}>{m.setup_pausedBecause({ reason })}</p>
        )}
      </Card>
      {dialog === 'open' && <GoLiveModal checklist={checklist} onClose={() => setDialog(null)} />}
      {dialog === 'pause' && <PauseModal onClose={() => setDialog(null)} />}
    </div>
  );
}
