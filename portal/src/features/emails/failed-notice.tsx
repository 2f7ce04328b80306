import { useState } from 'react';
import { Alert, Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { formatCount } from '../../lib/format.ts';
import { IconAlertTriangle } from '../../ui/icons.ts';
import { failedQuery, firstFailed } from './api/get-failed.ts';
import { FailedModal } from './failed-modal.tsx';
import classes from './emails.module.css';

/** Says that messages could not be delivered, and leads to them. */
export function FailedNotice({ mayRetry }: { mayRetry: boolean }) {
  const [open, setOpen] = useState(false);
  const total = useQuery(failedQuery(firstFailed)).data?.total ?? 0;
  return (
    <>
      {total > 0 && (
        <Alert
          className={classes.failed ?? ''}
          color="red"
          radius={0}
          icon={<IconAlertTriangle size={20} aria-hidden />}
        >
          <span>{formatCount(total, 'message')} could not be delivered.</span>
          <Button size="compact-sm" variant="default" onClick={() => setOpen(true)}>
            See which
          </Button>
        </Alert>
      )}
      {open && <FailedModal mayRetry={mayRetry} onClose={() => setOpen(false)} />}
    </>
  );
}
