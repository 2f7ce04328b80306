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
import { prepareRun, type DuePayouts } from './run-actions.ts';
import { RunsTab } from './runs-tab.tsx';
import { W9sTab } from './w9s-tab.tsx';
import classes from './manage.module.css';

interface PrepareButtonProps {
  /** The due payouts as shown. */
  seen: DuePayouts;
  onPrepared: () => void;
}

/** Prepares a run of all due payouts after confirmation. */
function PrepareButton({ seen, onPrepared }: PrepareButtonProps) {
  const { count, total } = seen;
  const { run, busy } = useAction({
    ask: () =>
      openDialog({
        title: m.payouts_prepare_title(),
        text: m.payouts_prepare_text({
          count: formatCount(count, m.payouts_payout_one(), m.payouts_payout_many()),
          total: formatMoney(total),
        }),
        confirm: m.payouts_prepare_submit(),
        cancel: m.common_cancel(),
      }),
    call: () => prepareRun(seen),
    successToast: ({ message }) => [message, 'success', toastLife.long],
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
      {m.payouts_prepare_action({ total: formatMoney(total) })}
    </Button>
  );
}

const dueColumns = [contractorColumn('40%'), amountColumn, monthColumn];
const nothingDue = {
  title: m.payouts_toPay_empty(),
  text: m.payouts_toPay_emptyText(),
};

interface ToPayTabProps {
  onPrepared: () => void;
}

/** Due payouts that are in no run, and a button that prepares a run of all of them. */
const ToPayTab = ({ onPrepared }: ToPayTabProps) => (
  <PayoutList
    label={m.payouts_toPay_label()}
    filter={{ state: 'due' }}
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
    title: m.payouts_held_waitsFor(),
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
  title: m.payouts_held_empty(),
  text: m.payouts_held_emptyText(),
};

/** Held payouts with their reasons, rechecked four times a day and after each change. */
const HeldTab = () => (
  <PayoutList
    label={m.payouts_held_label()}
    filter={{ state: 'held' }}
    columns={heldColumns}
    empty={nothingHeld}
    minWidth={760}
  />
);

const tabs = [
  { value: 'due', label: m.payouts_toPay_tab(), access: payoutAccess.paying },
  { value: 'held', label: m.payouts_held_tab(), access: payoutAccess.reading },
  { value: 'runs', label: m.payouts_runs_tab(), access: payoutAccess.paying },
  { value: 'w9', label: m.payouts_w9s_tab(), access: payoutAccess.reviewing },
] as const;
type Tab = (typeof tabs)[number]['value'];

/** Tabs for payout staff, W-9 reviewers, or both. Reviewers start with the forms. */
const visibleTabs = (session: Session) => tabs.filter(({ access }) => may(session, access));
const firstTab = (session: Session): Tab => (may(session, payoutAccess.paying) ? 'due' : 'w9');

export const load = async ({ client, session }: LoadContext): Promise<unknown> =>
  may(session, payoutAccess.paying) &&
  client.prefetchQuery(managedQuery(firstView({ state: 'due' })));

const route = getRouteApi('/portal/manage/payouts');

/** Payouts for staff: due, held, and sent payouts, and W-9 forms to review. */
export function ManagePayoutsPage() {
  const session = useSession();
  const { tab: requestedTab, show: shown } = route.useSearch();
  const navigate = route.useNavigate();
  const open = visibleTabs(session);
  const chosen = open.find(({ value }) => value === requestedTab)?.value ?? firstTab(session);
  const show = (tab: string | null): void => {
    if (tab !== null) void navigate({ search: { tab }, replace: true, resetScroll: false });
  };
  return (
    <>
      <PageHeader
        title={m.screens_payouts()}
        purpose={m.payouts_manage_purpose()}
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
