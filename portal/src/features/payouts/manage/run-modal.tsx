import { useState } from 'react';
import { Button, Modal, Select } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
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
const empty = { title: m.payouts_no_payouts(), text: m.payouts_this_run_has_none() };

const columnsWith = (
  onReturn: (payout: ManagedPayout) => void,
): DataTableColumn<ManagedPayout>[] => [
  contractorColumn('28%'),
  amountColumn,
  stateColumn,
  {
    accessor: 'traceNumber',
    title: m.payouts_trace_number(),
    width: 170,
    cellsClassName: 'numbers',
  },
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
        aria-label={m.payouts_the_payout_of_company_name({ companyName })}
        onClick={() => onReturn(payout)}
      >
        {m.payouts_it_came_back()}
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
        {preparedBy === ''
          ? m.payouts_prepared_automatically_prepared_at({ preparedAt: formatMoment(preparedAt) })
          : m.payouts_prepared_by_prepared_by_prepared({
              preparedBy,
              preparedAt: formatMoment(preparedAt),
            })}
        {releasedAt !== null &&
          ` ${m.payouts_released_by_released_by_released({ releasedBy, releasedAt: formatMoment(releasedAt) })}`}
      </p>
      {leftOutCount > 0 && (
        <>
          <p>{m.payouts_left_out_at_the_release()}</p>
          <ul>
            {leftOut.map(({ payoutId, companyName, amount, reasons }) => (
              <li key={payoutId}>
                {companyName}, {formatMoney(amount)}:{' '}
                {reasons.map((reason) => leaveLabels[reason]).join(', ')}
              </li>
            ))}
            {unnamed > 0 && (
              <li>
                {m.payouts_and_unnamed({
                  unnamed: formatCount(unnamed, m.payouts_n_other(), m.payouts_n_others()),
                })}
              </li>
            )}
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
    <Modal
      opened
      onClose={onClose}
      title={m.payouts_payout_run_id({ id: run.id })}
      size={980}
      fullScreen={narrow}
    >
      {returned === null ? (
        <>
          <RunStory run={run} />
          <PayoutList
            label={m.payouts_payouts_of_run_id({ id: run.id })}
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
  const amount = formatMoney(entry.amount);
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
        {entry.count > 1
          ? m.payouts_the_bank_has_returned_the({
              amount,
              companyName: payout.companyName,
              count: entry.count,
            })
          : m.payouts_the_bank_has_returned_the_amount({
              amount,
              companyName: payout.companyName,
            })}{' '}
        {m.payouts_the_amount_is_booked_back()}
      </p>
      <Select
        label={m.payouts_return_code()}
        placeholder={m.payouts_please_choose()}
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
          {m.payouts_book_it_back()}
        </Button>
        <Button variant="default" disabled={busy} onClick={onDone}>
          {m.common_cancel()}
        </Button>
      </div>
    </div>
  );
}
