import { useState } from 'react';
import { Alert, Button, Modal } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { emailPageSizes } from '@lintel/contract/emails-constants';
import { formatCount } from '../../lib/format.ts';
import { formatMoment } from '../../lib/format-moment.ts';
import { GridFooter } from '../../ui/grid-footer.tsx';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { ErrorState } from '../../ui/states.tsx';
import { builtInQuery, type BuiltInMessage } from './api/get-built-in.ts';
import { firstFailed } from './api/get-failed.ts';
import classes from './emails.module.css';

const title = 'Messages sent with the built-in text';

/**
 * Says that messages went out with the built-in text, because their template failed, and leads to
 * them.
 */
export function BuiltInNotice() {
  const [open, setOpen] = useState(false);
  const total = useQuery(builtInQuery(firstFailed)).data?.total ?? 0;
  return (
    <>
      {total > 0 && (
        <Alert
          className={classes.builtIn ?? ''}
          color="yellow"
          radius={0}
          icon={<IconAlertTriangle size={20} aria-hidden />}
        >
          <span>
            {formatCount(total, 'message')} went out with the built-in text in the last 30 days.
          </span>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            See why
          </Button>
        </Alert>
      )}
      {open && <BuiltInModal onClose={() => setOpen(false)} />}
    </>
  );
}

function BuiltInModal({ onClose }: { onClose(): void }) {
  const [view, setView] = useState(firstFailed);
  const { data, isError, refetch } = useQuery(builtInQuery(view));
  return (
    <Modal opened onClose={onClose} title={title} size={760}>
      {isError && <ErrorState onRetry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <ul className={classes.messages} aria-label={title}>
            {data.data.map((message) => (
              <Message key={message.id} message={message} />
            ))}
          </ul>
          <GridFooter
            view={view}
            total={data.total}
            pageSizes={emailPageSizes}
            onView={(part) => setView((current) => ({ ...current, ...part }))}
            summary={undefined}
          />
        </>
      )}
    </Modal>
  );
}

const Message = ({ message: { event, to, madeAt, reason } }: { message: BuiltInMessage }) => (
  <li>
    <div>
      <strong>{event}</strong>
      <time dateTime={madeAt}>{formatMoment(madeAt)}</time>
      <span>{to}</span>
      <p>{reason}</p>
    </div>
  </li>
);
