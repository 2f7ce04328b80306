import { queryOptions } from '@tanstack/react-query';
import * as m from '#messages';
import { expiringSoonDays } from '@lintel/contract/billing/card-rules';
import type { readCard } from '@lintel/contract/billing/cards';
import { call } from '../../lib/api/call.ts';
import { formatCount } from '../../lib/format.ts';
import { IconCreditCard } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget-cards.tsx';

const getCard = call<typeof readCard>({ method: 'GET', path: '/user/{id}/card' }, { timeout: 0 });

/** Days until the user's billing card expires; null without a card. */
export const cardDaysQuery = (userId: number) =>
  queryOptions({
    queryKey: ['dashboard', 'card', userId],
    queryFn: async ({ signal }) => {
      const card = await getCard({ params: { id: userId } }, { signal });
      return card.id === null ? { days: null } : { days: card.daysUntilExpiration };
    },
  });

const common = { type: 'warning', icon: IconCreditCard } as const;

/**
 * The card about the billing card, by the days until it expires (null: no card); null if there is
 * nothing to do.
 */
export function paymentWidget(days: number | null): Widget | null {
  if (days === null) {
    return {
      ...common,
      key: 'add-payment',
      type: 'default',
      priority: widgetPriority.addPayment,
      title: m.dashboard_card_title(),
      text: m.dashboard_card_addText(),
      action: m.dashboard_card_add(),
      target: '/card-payments',
      search: { action: 'add-card' },
    };
  }
  if (days > expiringSoonDays) return null;
  const update = {
    action: m.dashboard_card_update(),
    target: '/card-payments',
    search: { action: 'update-card' },
  };
  if (days < 1) {
    return {
      ...common,
      ...update,
      key: 'card-expired',
      priority: widgetPriority.cardExpired,
      title: m.dashboard_card_title(),
      warning: {
        title: m.common_cardExpired(),
        text: m.dashboard_card_expiredText(),
      },
      text: m.dashboard_card_expiredHelp(),
    };
  }
  return {
    ...common,
    ...update,
    key: 'card-expiring',
    priority: widgetPriority.cardExpiring,
    title: m.dashboard_card_title(),
    warning: {
      title: m.common_cardExpiring(),
      text: m.dashboard_card_daysLeft({
        days: formatCount(days, m.dashboard_card_day_one(), m.dashboard_card_day_many()),
      }),
    },
    text: m.dashboard_card_expiringHelp(),
  };
}
