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
import { leaveLabels } from '../labels.ts';
import {
  recordReturn,
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
const empty = { title: m.payouts_run_empty(), text: m.payouts_run_emptyText() };

const columnsWith = (
  onReturn: (payout: ManagedPayout) => void,
): DataTableColumn<ManagedPayout>[] => [
  contractorColumn('28%'),
  amountColumn,
  stateColumn,
  {
    accessor: 'traceNumber',
    title: m.payouts_run_trace(),
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

/** What a payout waits for before the release; afterward, why it was left out or returned. */
function LastCell({ payout, onReturn }: LastCellProps) {
  const { state, reasons, returnCode, companyName } = payout;
  if (state === 'sent' || state === 'paid')
    return (
      <Button
        size="compact-md"
        variant="default"
        aria-label={m.payouts_return_title({ companyName })}
        onClick={() => onReturn(payout)}
      >
        {m.payouts_return_action()}
      </Button>
    );
  return (
    <span className={classes.quiet} title={returnCodes[returnCode]}>
      {returnCode || reasons.map((reason) => holdLabels[reason]).join(', ')}
    </span>
  );
}

/** Who prepared and released a run, and which payouts were left out at the release. */
function RunStory({ run }: { run: PayoutRun }) {
  const { preparedBy, preparedAt, releasedAt, releasedBy, leftOut, leftOutCount } = run;
  const unnamed = leftOutCount - leftOut.length;
  return (
    <div className={classes.story}>
      <p className={classes.quiet}>
        {preparedBy === ''
          ? m.payouts_run_preparedAutomatically({ preparedAt: formatMoment(preparedAt) })
          : m.payouts_run_preparedBy({
              preparedBy,
              preparedAt: formatMoment(preparedAt),
            })}
        {releasedAt !== null &&
          ` ${m.payouts_run_releasedBy({ releasedBy, releasedAt: formatMoment(releasedAt) })}`}
      </p>
      {leftOutCount > 0 && (
        <>
          <p>{m.payouts_run_leftOut()}</p>
          <ul>
            {leftOut.map(({ payoutId, companyName, amount, reasons }) => (
              <li key={payoutId}>
                {companyName}, {formatMoney(amount)}:{' '}
                {reasons.map((reason) => leaveLabels[reason]).join(', ')}
              </li>
            ))}
            {unnamed > 0 && (
              <li>
                {m.payouts_run_andOthers({
                  unnamed: formatCount(
                    unnamed,
                    m.payouts_run_other_one(),
                    m.payouts_run_other_many(),
                  ),
                })}
              </li>
            )}
          </ul>
        </>
      )}
    </div>
  );
}

/** The payouts of a run. The bank may have returned any of them. */
export function RunModal({ run, onClose }: { run: PayoutRun; onClose: () => void }) {
  const narrow = useMediaQuery('(max-width: 768px)') ?? false;
  const [returned, setReturned] = useState<ManagedPayout | null>(null);
  return (
    <Modal
      opened
      onClose={onClose}
      title={m.payouts_run_title({ id: run.id })}
      size={980}
      fullScreen={narrow}
    >
      {returned === null ? (
        <>
          <RunStory run={run} />
          <PayoutList
            label={m.payouts_run_payoutsOf({ id: run.id })}
            filter={{ state: '', runId: run.id }}
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
    call: (chosen: string) => recordReturn(payout.id, chosen),
    successToast: ({ message }) => message,
    refresh: [managedKey],
    onDone,
    failureLife: toastLife.long,
  });
  return (
    <div className={classes.return}>
      <p>
        {entry.count > 1
          ? m.payouts_return_textMany({
              amount,
              companyName: payout.companyName,
              count: entry.count,
            })
          : m.payouts_return_text({
              amount,
              companyName: payout.companyName,
            })}{' '}
        {m.payouts_return_help()}
      </p>
      <Select
        label={m.payouts_return_code()}
        placeholder={m.payouts_return_choose()}
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
          {m.payouts_return_submit()}
        </Button>
        <Button variant="default" disabled={busy} onClick={onDone}>
          {m.common_cancel()}
        </Button>
      </div>
    </div>
  );
}
