import { Button, Select, Skeleton } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { failureText } from '../../../../lib/unexpected.ts';
import { showToast, toastLife } from '../../../../lib/toast.ts';
import { Card } from '../../../../ui/card.tsx';
import { ErrorState } from '../../../../ui/states.tsx';
import { lastReconciliationQuery, postReconciliation } from '../api/get-reconciliations.ts';
import { LastCheck } from './last-check.tsx';
import classes from './money.module.css';

const reaches = [
  { value: '3', label: 'The last 3 days' },
  { value: '31', label: 'The last 31 days' },
  { value: '366', label: 'The last year' },
];

/** How the books and the payment provider's agree, and a comparison at once for those who may. */
export function BooksCard({ mayCheck }: { mayCheck: boolean }) {
  const { data, isError, refetch } = useQuery(lastReconciliationQuery);
  return (
    <Card
      title="Books"
      text="Every night the charges and refunds of the last days are compared with the payment provider’s. Nothing is changed by it."
    >
      <div className={classes.body}>
        {isError && <ErrorState onRetry={() => void refetch()} />}
        {!isError && data === undefined && (
          <Skeleton height={96} radius="md" role="status" aria-label="Loading…" />
        )}
        {data === null && <p className={classes.quiet}>They were not compared yet.</p>}
        {data && <LastCheck last={data} />}
        {mayCheck && <CheckNow />}
      </div>
    </Card>
  );
}

function CheckNow() {
  const client = useQueryClient();
  const [days, setDays] = useState('3');
  const { mutate, isPending } = useMutation({
    mutationFn: () => postReconciliation({ body: { days } }),
    onSuccess: ({ message, reconciliation: { differences, problem } }) => {
      const agrees = differences.length === 0 && problem === '';
      showToast(message, agrees ? 'success' : 'warning', toastLife.long);
    },
    onError: (error) => showToast(failureText(error), 'danger', toastLife.long),
    onSettled: () => client.invalidateQueries(lastReconciliationQuery),
  });
  return (
    <div className={classes.check}>
      <Select
        aria-label="Days to compare"
        data={reaches}
        value={days}
        onChange={(value) => setDays(value ?? '3')}
        w={190}
      />
      <Button variant="default" loading={isPending} onClick={() => mutate()}>
        Check now
      </Button>
    </div>
  );
}
