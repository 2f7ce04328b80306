import { queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import type { W9Status } from '@lintel/contract/payouts/constants';
import type { readAch } from '@lintel/contract/payouts/method';
import type { readW9Status } from '@lintel/contract/payouts/w9';
import { call } from '../../lib/api/call.ts';
import { IconBuildingBank, IconFileText } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget-cards.tsx';

const getAch = call<typeof readAch>({ method: 'GET', path: '/contractor/{id}/ach' });
const getW9Status = call<typeof readW9Status>({
  method: 'GET',
  path: '/contractor/{id}/w9-status',
});

/** Whether bank details exist, and the W-9's status. */
export const payoutStateQuery = (contractorId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'payout-state', contractorId],
    queryFn: async ({ signal }) => {
      const params = { id: contractorId };
      const [ach, { status }] = await Promise.all([
        getAch({ params }, { signal }),
        getW9Status({ params }, { signal }),
      ]);
      return { hasAch: Object.keys(ach).length > 0, w9: status };
    },
  });

const ach: Widget = {
  key: 'ach',
  priority: widgetPriority.ach,
  type: 'default',
  icon: IconBuildingBank,
  title: m.dashboard_payout_deposit(),
  text: m.dashboard_payout_depositText(),
  action: m.dashboard_payout_addBank(),
  target: '/payout-tax',
  search: { action: 'ach' },
};

const w9: Widget = {
  key: 'w9',
  priority: widgetPriority.w9,
  type: 'default',
  icon: IconFileText,
  title: m.dashboard_payout_w9(),
  text: m.dashboard_payout_w9Text(),
  action: m.dashboard_payout_w9Fill(),
  target: '/payout-tax',
  search: { action: 'w9' },
};

const rejected: Widget = {
  ...w9,
  type: 'warning',
  warning: {
    title: m.dashboard_payout_w9Rejected(),
    text: m.dashboard_payout_w9RejectedText(),
  },
  text: m.dashboard_payout_w9RejectedHelp(),
};

/** The cards about missing payout details. */
export const payoutWidgets = ({
  hasAch,
  w9: status,
}: {
  hasAch: boolean;
  w9: W9Status;
}): Widget[] => [
  ...(hasAch ? [] : [ach]),
  ...(status === 'Not found' ? [w9] : []),
  ...(status === 'Rejected' ? [rejected] : []),
];
