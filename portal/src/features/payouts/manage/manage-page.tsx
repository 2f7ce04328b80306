import { getRouteApi } from '@tanstack/react-router';
import { Button, Tabs } from '@mantine/core';
import type { DataTableColumn } from 'mantine-datatable';
import * as m from '#messages';
import type { Session } from '@lintel/contract/identity/sessions';
import type { ManagedPayout } from '@lintel/contract/payouts/runs';
import { payoutAccess } from '@lintel/contract/payouts/access';
import { holdLabels } from '@lintel/contract/payouts/constants';
import { openDialog } from '../../../lib/dialog.ts';
import { formatCount, formatMoney } from '../../../lib/format.ts';
import { may, useSession } from '../../../lib/session.ts';
import { toastLife } from '../../../lib/toast.ts';
import { useAction } from '../../../lib/use-action.ts';
import type { LoadContext } from '../../../routes/router-context.ts';
import { Card } from '../../../ui/card.tsx';
import { IconPlus } from '../../../ui/icons.ts';
import { PageHeader } from '../../../ui/page-header.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import {
  managedKey,
  amountColumn,
  contractorColumn,
  monthColumn,
  PayoutList,
  firstView,
  managedQuery,
} from './payout-list.tsx';
import { SettingsButton } from './payout-rules.tsx';
import { prepareRun, type SeenDue } from './run-actions.ts';
import { RunsTab } from './runs-tab.tsx';
import { W9sTab } from './w9s-tab.tsx';
import classes from './manage.module.css';

interface PrepareButtonProps {
  /** What is due, as it is shown. */
  seen: SeenDue;
  onPrepared: () => void;
}

/** Prepares a run of all that is due, after a question. */
function PrepareButton({ seen, onPrepared }: PrepareButtonProps) {
  const { count, total } = seen;
  const { run, busy } = useAction({
    ask: () =>
      openDialog({
        title: m.payouts_prepare_the_payout_run(),
        text: m.payouts_count_of_total_in_all({
          count: formatCount(count, m.payouts_n_payout(), m.payouts_n_payouts()),
          total: formatMoney(total),
        }),
        confirm: m.payouts_prepare_the_run(),
        cancel: m.common_cancel(),
      }),
    call: () => prepareRun(seen),
    said: ({ message }) => [message, 'success', toastLife.long],
    onAnswer: onPrepared,
    refresh: [managedKey],
    refreshAlways: true,
    failureLife: toastLife.long,
  });
  return (
    <Button
      ml="auto"
      leftSection={<IconPlus size={16} aria-hidden />}
      loading={busy}
      onClick={() => void run()}
    >
      {m.payouts_prepare_a_run_of_total({ total: formatMoney(total) })}
    </Button>
  );
}

const dueColumns = [contractorColumn('40%'), amountColumn, monthColumn];
const nothingDue = {
  title: m.payouts_nothing_to_pay(),
  text: m.payouts_payouts_come_due_from_the(),
};

interface ToPayTabProps {
  onPrepared: () => void;
}

/** What is due and in no run yet, and the button that makes a run of all of it. */
const ToPayTab = ({ onPrepared }: ToPayTabProps) => (
  <PayoutList
    label={m.payouts_payouts_to_pay()}
    of={{ state: 'due' }}
    columns={dueColumns}
    empty={nothingDue}
    minWidth={480}
    renderAction={({ total, totalAmount, asOf }) =>
      total > 0 && (
        <PrepareButton
          seen={{ count: total, total: totalAmount, seenAt: asOf }}
          onPrepared={onPrepared}
        />
      )
    }
  />
);

const heldColumns: DataTableColumn<ManagedPayout>[] = [
  contractorColumn('26%'),
  amountColumn,
  monthColumn,
  {
    accessor: 'reasons',
    title: m.payouts_waits_for(),
    width: 300,
    render: ({ reasons }) => (
      <span className={classes.badges}>
        {reasons.map((reason) => (
          <StatusBadge key={reason} status={holdLabels[reason]} tone="amber" />
        ))}
      </span>
    ),
  },
];

const nothingHeld = {
  title: m.payouts_nothing_is_held(),
  text: m.payouts_every_payout_can_be_paid(),
};

/** What waits, and for what. It is examined again four times a day and with each change. */
const HeldTab = () => (
  <PayoutList
    label={m.payouts_held_payouts()}
    of={{ state: 'held' }}
    columns={heldColumns}
    empty={nothingHeld}
    minWidth={760}
  />
);

const tabs = [
  { value: 'due', label: m.payouts_to_pay(), access: payoutAccess.paying },
  { value: 'held', label: m.payouts_held(), access: payoutAccess.reading },
  { value: 'runs', label: m.payouts_runs(), access: payoutAccess.paying },
  { value: 'w9', label: m.payouts_w_9_to_review(), access: payoutAccess.reviewing },
] as const;
type Tab = (typeof tabs)[number]['value'];

/**
 * The tabs of whoever pays, of whoever reviews tax forms, or of both. A reviewer begins with the
 * forms.
 */
const tabsOf = (session: Session) => tabs.filter(({ access }) => may(session, access));
const firstTab = (session: Session): Tab => (may(session, payoutAccess.paying) ? 'due' : 'w9');

export const load = async ({ client, session }: LoadContext): Promise<unknown> =>
  may(session, payoutAccess.paying) &&
  client.prefetchQuery(managedQuery(firstView({ state: 'due' })));

const route = getRouteApi('/portal/manage/payouts');

/**
 * What contractors are paid, for staff: what is due, what waits, what was sent, and the tax forms
 * to review.
 */
export function ManagePayoutsPage() {
  const session = useSession();
  const { tab: asked, show: shown } = route.useSearch();
  const navigate = route.useNavigate();
  const open = tabsOf(session);
  const chosen = open.find(({ value }) => value === asked)?.value ?? firstTab(session);
  const show = (tab: string | null): void => {
    if (tab !== null) void navigate({ search: { tab }, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageHeader
        title={m.payouts_payouts()}
        purpose={m.payouts_what_contractors_are_paid_what()}
        action={<SettingsButton mayChange={may(session, payoutAccess.changingRules)} />}
      />
      <Card bare>
        <Tabs value={chosen} onChange={show} keepMounted={false}>
          <Tabs.List className={classes.tabs}>
            {open.map(({ value, label }) => (
              <Tabs.Tab key={value} value={value}>
                {label}
              </Tabs.Tab>
            ))}
          </Tabs.List>
          <Tabs.Panel value="due">
            <ToPayTab onPrepared={() => show('runs')} />
          </Tabs.Panel>
          <Tabs.Panel value="held">
            <HeldTab />
          </Tabs.Panel>
          <Tabs.Panel value="runs">
            <RunsTab
              toRelease={shown === 'to-release'}
              onToRelease={(only) =>
                void navigate({
                  search: { tab: 'runs', ...(only && { show: 'to-release' }) },
                  replace: true,
                  resetScroll: false,
                })
              }
            />
          </Tabs.Panel>
          <Tabs.Panel value="w9">
            <W9sTab />
          </Tabs.Panel>
        </Tabs>
      </Card>
    </>
  );
}
