import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button, Skeleton, Table } from '@mantine/core';
import * as m from '#messages';
import type {
  ManagedRates,
  ManagedRatesView,
  RateChange,
} from '@lintel/contract/commissions/manage-rates';
import { openDialog } from '../../../lib/dialog.ts';
import { failureText } from '../../../lib/failure.ts';
import { formatMoment } from '../../../lib/format-moment.ts';
import { formatDate } from '../../../lib/format.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import { IconPlus } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import type { Tone } from '../../../theme.ts';
import { RateModal } from './rate-modal.tsx';
import { rateLabels, rateNames, rateText } from './rate-text.ts';
import { cancelRates, manageKey, ratesQuery } from './requests.ts';
import classes from './manage.module.css';

/** The rates by day, with their history. */
export function RatesTab({ mayChange }: { mayChange: boolean }) {
  const { data, error, refetch } = useQuery(ratesQuery);
  if (data !== undefined) return <Rates view={data} mayChange={mayChange} />;
  return error === null ? (
    <Skeleton m="md" h={200} role="status" aria-label={m.commissions_rates_loading()} />
  ) : (
    <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
  );
}

interface Props {
  view: ManagedRatesView;
  mayChange: boolean;
}

function Rates({ view, mayChange }: Props) {
  const [adding, setAdding] = useState(false);
  const current = view.rates.find(({ state }) => state === 'current') ?? view.rates[0];
  return (
    <div className={classes.tab}>
      <div className={classes.intro}>
        <div>
          <p>{m.commissions_rates_rule()}</p>
          <p className={classes.quiet}>{lendersText(view)}</p>
        </div>
        {mayChange && (
          <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
            {m.commissions_rates_add()}
          </Button>
        )}
      </div>
      <Table.ScrollContainer minWidth={700} type="native">
        <Table aria-label={m.commissions_rates_label()}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{m.commissions_rates_from()}</Table.Th>
              {rateNames.map((name) => (
                <Table.Th key={name} className={classes.amount}>
                  {rateLabels[name]}
                </Table.Th>
              ))}
              <Table.Th>{m.common_status()}</Table.Th>
              {mayChange && <Table.Th aria-label={m.commissions_rates_cancel()} />}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {view.rates.map((one) => (
              <RateRow
                key={one.from}
                one={one}
                isFirst={one === view.rates.at(-1)}
                mayChange={mayChange}
              />
            ))}
          </Table.Tbody>
        </Table>
      </Table.ScrollContainer>
      <History changes={view.history} />
      {adding && current !== undefined && (
        <RateModal today={view.today} current={current.rates} onClose={() => setAdding(false)} />
      )}
    </div>
  );
}

/** The percentages agreed with lenders, which don't change what contractors earn. */
const lendersText = ({ lenders }: ManagedRatesView): string =>
  lenders.length === 0
    ? m.commissions_rates_lenders()
    : m.commissions_rates_lendersNamed({
        lenders: lenders.map(({ name, percent }) => `${name} ${percent}%`).join(', '),
      });

const badges: Record<ManagedRates['state'], { label: string; tone: Tone }> = {
  planned: { label: m.commissions_rates_planned(), tone: 'blue' },
  current: { label: m.commissions_rates_current(), tone: 'green' },
  past: { label: m.commissions_rates_past(), tone: 'grey' },
};

interface RowProps {
  one: ManagedRates;
  /** The first rates apply from the beginning. */
  isFirst: boolean;
  mayChange: boolean;
}

function RateRow({ one: { from, rates, state }, isFirst, mayChange }: RowProps) {
  const { label, tone } = badges[state];
  return (
    <Table.Tr>
      <Table.Td>{isFirst ? m.commissions_rates_beginning() : formatDate(from)}</Table.Td>
      {rateNames.map((name) => (
        <Table.Td key={name} className={classes.amount}>
          {rateText(name, rates[name])}
        </Table.Td>
      ))}
      <Table.Td>
        <StatusBadge status={label} tone={tone} />
      </Table.Td>
      {mayChange && (
        <Table.Td className={classes.amount}>
          {state === 'planned' && !isFirst && <CancelButton from={from} />}
        </Table.Td>
      )}
    </Table.Tr>
  );
}

function CancelButton({ from }: { from: string }) {
  const day = formatDate(from);
  const { run, busy } = useAction({
    ask: () =>
      openDialog({
        title: m.commissions_rates_cancelTitle(),
        text: m.commissions_rates_cancelText({ day }),
        confirm: m.commissions_rates_cancel(),
        cancel: m.common_keepIt(),
        tone: 'warning',
      }),
    call: () => cancelRates({ params: { from } }),
    successToast: ({ message }) => message,
    refresh: [manageKey],
    refreshAlways: true,
    failureLife: toastLife.long,
  });
  return (
    <Button
      size="compact-md"
      variant="default"
      loading={busy}
      aria-label={m.commissions_rates_cancelNamed({ day })}
      onClick={() => void run()}
    >
      {m.common_cancel()}
    </Button>
  );
}

const History = ({ changes }: { changes: readonly RateChange[] }) => (
  <section className={classes.history}>
    <h2>{m.commissions_rates_history()}</h2>
    {changes.length === 0 ? (
      <p className={classes.quiet}>{m.commissions_rates_noHistory()}</p>
    ) : (
      <ul>
        {changes.map((change) => (
          <li key={`${change.at} ${change.from}`}>
            <span>{changeText(change)}</span>
            <span className={classes.quiet}>
              {[change.by, formatMoment(change.at)].filter((part) => part !== '').join(' · ')}
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
);

function changeText({ what, from, rates: changed }: RateChange): string {
  const day = formatDate(from);
  const rates = rateNames
    .map((name) => `${rateLabels[name]} ${rateText(name, changed[name])}`)
    .join(', ');
  return what === 'added'
    ? m.commissions_rates_added({ day, rates })
    : m.commissions_rates_canceled({ day, rates });
}
