import { Tooltip } from '@mantine/core';
import type { ApplicationRow } from '@lintel/contract/applications/report';
import { actorLabels, steps } from '@lintel/contract/applications/progress';
import { formatDate } from '../../lib/format.ts';
import classes from './applications.module.css';

/** Who acts next and on what, and by when; what it means opens on a hover, the focus or a touch. */
export function NextStep({ row }: { row: ApplicationRow }) {
  const { title, help } = steps[row.nextStep];
  const isOpen = row.nextActor !== 'nobody';
  return (
    <div className={classes.next}>
      <Tooltip label={help} multiline w={280} events={{ hover: true, focus: true, touch: true }}>
        <button type="button" className={classes.step} data-actor={row.nextActor}>
          {isOpen ? (
            <ActorAndStep actor={actorLabels[row.nextActor]} step={lowerFirst(title)} />
          ) : (
            title
          )}
        </button>
      </Tooltip>
      <Deadline row={row} />
    </div>
  );
}

const ActorAndStep = ({ actor, step }: { actor: string; step: string }) => (
  <>
    <span>{actor}:</span> {step}
  </>
);

function Deadline({ row: { nextStep, expiresAt, reapplyFrom } }: { row: ApplicationRow }) {
  if (nextStep === 'inform' && expiresAt !== null)
    return <span className={classes.quiet}>Expires {formatDate(expiresAt)}</span>;
  if (reapplyFrom === null) return null;
  return (
    <span className={classes.quiet}>
      {nextStep === 'expired' && expiresAt !== null && <>On {formatDate(expiresAt)}. </>}
      Can apply again from {formatDate(reapplyFrom)}
    </span>
  );
}

const lowerFirst = (text: string): string => text.charAt(0).toLowerCase() + text.slice(1);
