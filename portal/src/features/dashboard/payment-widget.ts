import { queryOptions } from '@tanstack/react-query';
import { expiringSoonDays } from '@lintel/contract/billing/card-rules';
import type { readCard } from '@lintel/contract/billing/cards';
import { call } from '../../lib/api/call.ts';
import { formatCount } from '../../lib/format.ts';
import { IconCreditCard } from '../../ui/icons.ts';
import { widgetPriority, type Widget } from './widget-cards.tsx';

const getCard = call<typeof readCard>({ method: 'GET', path: '/user/{id}/card' }, { timeout: 0 });

/** The days until the user's billing card expires; null while there is no card. */
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
 * The card about the billing card, by the days until it expires (null: there is none); null when
 * nothing has to be done.
 */
export function paymentWidget(days: number | null): Widget | null {
  if (days === null) {
    return {
      ...common,
      key: 'add-payment',
      type: 'default',
      priority: widgetPriority.addPayment,
      title: 'Payment card',
      text: 'Add a card to pay for your plan. It takes a minute, and you can change it at any time.',
      action: 'Add a card',
      target: '/card-payments',
      search: { action: 'add-card' },
    };
  }
  if (days > expiringSoonDays) return null;
  const update = {
    action: 'Update the card',
    target: '/card-payments',
    search: { action: 'update-card' },
  };
  if (days < 1) {
    return {
      ...common,
      ...update,
      key: 'card-expired',
      priority: widgetPriority.cardExpired,
      title: 'Payment card',
      warning: {
        title: 'Your card has expired',
        text: 'Your next payment will fail unless you add another card.',
      },
      text: 'Update your card to keep your plan running.',
    };
  }
  return {
    ...common,
    ...update,
    key: 'card-expiring',
    priority: widgetPriority.cardExpiring,
    title: 'Payment card',
    warning: { title: 'Your card is expiring soon', text: `${formatCount(days, 'day')} left.` },
    text: 'Add your new card before the next payment.',
  };
}
