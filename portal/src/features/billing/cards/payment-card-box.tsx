import type { ReactNode } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Button, Skeleton } from '@mantine/core';
import * as m from '#messages';
import { expiringSoonDays, cardBrandName } from '@lintel/contract/billing/card-rules';
import type { readCard, Card as StoredCard } from '@lintel/contract/billing/cards';
import { call } from '../../../lib/api/call.ts';
import { Card } from '../../../ui/card.tsx';
import { useFocusBack } from '../../../ui/editable-card.tsx';
import { IconAlertTriangle, IconCreditCard, IconPencil } from '../../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { BrandIcon } from './brand-icon.tsx';
import { GatewayForm } from './gateway-form.tsx';
import classes from './cards.module.css';

/** No timeout, because the bank can be slow. */
const getCard = call<typeof readCard>({ method: 'GET', path: '/user/{id}/card' }, { timeout: 0 });

/** The card of the user's contractor, or null. */
export const cardQuery = (userId: number) =>
  queryOptions({
    queryKey: ['billing', 'card', userId],
    queryFn: async ({ signal }) => {
      const card = await getCard({ params: { id: userId } }, { signal });
      return card.id === null ? null : card;
    },
  });

/**
 * Warns about a card that has expired or is about to; otherwise null. `days` is the number of days
 * until it expires.
 */
function ExpiryNotice({ days }: { days: number }) {
  if (days > expiringSoonDays) return null;
  const expired = days < 1;
  return (
    <p className={classes.notice} data-tone={expired ? 'red' : 'amber'} role="status">
      <IconAlertTriangle size={18} aria-hidden />
      {expired ? m.common_cardExpired() : m.common_cardExpiring()}
    </p>
  );
}

const expiryMonth = ({ expireMonth, expireYear }: StoredCard): string =>
  `${String(expireMonth).padStart(2, '0')}/${expireYear}`;

/** The stored card, drawn as a card. */
function CardView({ card }: { card: StoredCard }) {
  const expired = card.daysUntilExpiration < 1;
  return (
    <>
      <ExpiryNotice days={card.daysUntilExpiration} />
      <div className={classes.plastic}>
        <div className={classes.plasticHead}>
          <BrandIcon brand={card.brand} width={48} />
          <span>{cardBrandName(card.brand)}</span>
        </div>
        <p className={classes.number}>{card.number}</p>
        <dl className={classes.plasticFacts}>
          <div>
            <dt>{m.billing_card_name()}</dt>
            <dd>{card.cardholderName}</dd>
          </div>
          <div>
            <dt>{expired ? m.common_expired() : m.billing_card_expires()}</dt>
            <dd>{expiryMonth(card)}</dd>
          </div>
          <div>
            <dt>{m.billing_card_zip()}</dt>
            <dd>{card.zipCode}</dd>
          </div>
        </dl>
      </div>
    </>
  );
}

const actions = ['add-card', 'update-card'] as const;
type CardAction = (typeof actions)[number];

const route = getRouteApi('/portal/card-payments');

/** The card form opens by address: `?action=add-card` or `?action=update-card`. */
function useCardMode() {
  const { action } = route.useSearch();
  const navigate = route.useNavigate();
  const openAction = (next: CardAction | undefined): void =>
    void navigate({
      search: next === undefined ? {} : { action: next },
      replace: true,
      resetScroll: false,
    });
  return {
    editing: actions.some((one) => one === action),
    open: (next: CardAction): void => openAction(next),
    close: (): void => openAction(undefined),
  };
}

interface BoxProps {
  userId: number;
  /** Whether the account may add or replace the card. */
  mayChange: boolean;
}

/** The card box: the stored card, and the form that adds or replaces it. */
export function PaymentCardBox({ userId, mayChange }: BoxProps) {
  const { data: card, isError, refetch } = useQuery(cardQuery(userId));
  const { editing, open, close } = useCardMode();
  const root = useFocusBack(editing ? 'form' : null);
  const openForm = (): void => open(card ? 'update-card' : 'add-card');
  const frame = (content: ReactNode, action?: ReactNode) => (
    <div ref={root}>
      <Card title={m.billing_card_title()} action={action}>
        {content}
      </Card>
    </div>
  );
  if (isError) return frame(<ErrorState onRetry={() => void refetch()} />);
  if (card === undefined)
    return frame(
      <Skeleton height={168} radius="lg" role="status" aria-label={m.common_loading()} />,
    );
  if (!mayChange) return frame(card === null ? <NoCard /> : <CardView card={card} />);
  if (editing)
    return frame(
      <GatewayForm userId={userId} mode={card === null ? 'create' : 'update'} onClose={close} />,
    );
  if (card === null) return frame(<NoCard onAdd={openForm} />);
  return frame(
    <CardView card={card} />,
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      data-opens="form"
      onClick={openForm}
    >
      {m.billing_card_update()}
    </Button>,
  );
}

const NoCard = ({ onAdd }: { onAdd?: () => void }) => (
  <EmptyState
    title={m.billing_card_none()}
    text={onAdd && m.billing_card_noneText()}
    action={
      onAdd && (
        <Button
          leftSection={<IconCreditCard size={18} aria-hidden />}
          data-opens="form"
          onClick={onAdd}
        >
          {m.billing_card_add()}
        </Button>
      )
    }
  />
);
