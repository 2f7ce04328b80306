import { useState } from 'react';
import { Button, Modal, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DataTableColumn } from 'mantine-datatable';
import type { ManagedPayout, PayoutRun } from '@lintel/contract/payouts/runs';
import { holdLabels, returnCodes } from '@lintel/contract/payouts/constants';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { leaveLabels } from '../words.ts';
import {
  bookReturn,
  managedKey,
  amountColumn,
  contractorColumn,
  stateColumn,
  PayoutList,
} from './payout-list.tsx';
import classes from './manage.module.css';

const codes = Object.entries(returnCodes).map(([value, words]) => ({
  value,
  label: `${value} – ${words}`,
}));
const empty = { title: 'No payouts', text: 'This run has none.' };

const columnsWith = (
  onReturn: (payout: ManagedPayout) => void,
): DataTableColumn<ManagedPayout>[] => [
  contractorColumn('28%'),
  amountColumn,
  stateColumn,
  { accessor: 'traceNumber', title: 'Trace number', width: 170, cellsClassName: 'numbers' },
  {
    accessor: 'action',
    title: '',
    width: 180,
    textAlign: 'right',
    render: (payout) => <LastCell payout={payout} onReturn={onReturn} />,
  },
];

interface LastCellProps {
  payout: ManagedPayout;
  onReturn: (payout: ManagedPayout) => void;
}

/** What a payout waits for before the release; after it, that or why it came back. */
function LastCell({ payout, onReturn }: LastCellProps) {
  const { state, reasons, returnCode, companyName } = payout;
  if (state === 'sent' || state === 'paid')
    return (
      <Button
        size="compact-md"
        variant="default"
        aria-label={`The payout of ${companyName} came back`}
        onClick={() => onReturn(payout)}
      >
        It came back
      </Button>
    );
  return (
    <span className={classes.quiet} title={returnCodes[returnCode]}>
      {returnCode || reasons.map((reason) => holdLabels[reason]).join(', ')}
    </span>
  );
}

/** Who has prepared and released a run, and who has left it at the release. */
function RunStory({ run }: { run: PayoutRun }) {
  const { preparedBy, preparedAt, releasedAt, releasedBy, leftOut, leftOutCount } = run;
  const unnamed = leftOutCount - leftOut.length;
  return (
    <div className={classes.story}>
      <p className={classes.quiet}>
        Prepared {preparedBy === '' ? 'automatically' : `by ${preparedBy}`},{' '}
        {formatMoment(preparedAt)}.
        {releasedAt !== null && ` Released by ${releasedBy}, ${formatMoment(releasedAt)}.`}
      </p>
      {leftOutCount > 0 && (
        <>
          <p>Left out at the release, to be paid by a later run:</p>
          <ul>
            {leftOut.map(({ payoutId, companyName, amount, reasons }) => (
              <li key={payoutId}>
                {companyName}, {formatMoney(amount)}:{' '}
                {reasons.map((reason) => leaveLabels[reason]).join(', ')}
              </li>
            ))}
            {unnamed > 0 && <li>and {formatCount(unnamed, 'other')}</li>}
          </ul>
        </>
      )}
    </div>
  );
}

/** The payouts of a run, each of which the bank may have sent back. */
export function RunModal({ run, onClose }: { run: PayoutRun; onClose: () => void }) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const [returned, setReturned] = useState<ManagedPayout | null>(null);
  return (
    <Modal opened onClose={onClose} title={`Payout run ${run.id}`} size={980} fullScreen={narrow}>
      {returned === null ? (
        <>
          <RunStory run={run} />
          <PayoutList
            label={`Payouts of run ${run.id}`}
            of={{ state: '', runId: run.id }}
            columns={columnsWith(setReturned)}
            empty={empty}
            minWidth={720}
          />
        </>
      ) : (
        <ReturnForm payout={returned} onDone={() => setReturned(null)} />
      )}
    </Modal>
  );
}

function ReturnForm({ payout, onDone }: { payout: ManagedPayout; onDone: () => void }) {
  const { entry } = payout;
  const [code, setCode] = useState<string | null>(null);
  const { run, busy } = useAction({
    call: (chosen: string) => bookReturn(payout.id, chosen),
    said: ({ message }) => message,
    refresh: [managedKey],
    onDone,
    failureLife: toastLife.long,
  });
  return (
    <div className={classes.return}>
      <p>
        The bank has returned the {formatMoney(entry.amount)} to {payout.companyName}
        {entry.count > 1 && `, which paid ${entry.count} payouts: all of them come back`}. The
        amount is booked back and paid again with the next payout, and nothing is paid to these bank
        details until they are entered anew. The contractor is told by e-mail.
      </p>
      <Select
        label="Return code"
        placeholder="Please choose"
        data={codes}
        value={code}
        onChange={setCode}
        searchable
        required
      />
      <div className={classes.actions}>
        <Button
          color="red"
          disabled={code === null}
          loading={busy}
          onClick={() => code !== null && void run(code)}
        >
          Book it back
        </Button>
        <Button variant="default" disabled={busy} onClick={onDone}>
          Cancel
        </Button>
      </div>
    </div>
  );
}
