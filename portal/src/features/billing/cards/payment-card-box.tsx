import type { ReactNode } from 'react';
import { Button, Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Card } from '../../../ui/card.tsx';
import { useFocusBack } from '../../../ui/editing.tsx';
import { IconCreditCard, IconPencil } from '../../../ui/icons.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { cardQuery } from './api/get-card.ts';
import { CardView } from './card-view.tsx';
import { GatewayForm } from './gateway-form.tsx';
import { useCardMode } from './use-card-mode.ts';

/** The box of the card: what is stored, and the form that adds it or puts another in its place. */
export function PaymentCardBox({ userId }: { userId: number }) {
  const { data: card, isError, refetch } = useQuery(cardQuery(userId));
  const { editing, open, close } = useCardMode();
  const root = useFocusBack(editing ? 'form' : null);
  const openForm = (): void => open(card ? 'update-card' : 'add-card');
  const frame = (content: ReactNode, action?: ReactNode) => (
    <div ref={root}>
      <Card title="Payment Card" action={action}>
        {content}
      </Card>
    </div>
  );
  if (isError) return frame(<ErrorState onRetry={() => void refetch()} />);
  if (card === undefined)
    return frame(<Skeleton height={168} radius="lg" role="status" aria-label="Loading…" />);
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
      Update card
    </Button>,
  );
}

const NoCard = ({ onAdd }: { onAdd(): void }) => (
  <EmptyState
    title="No card yet"
    text="Add a card to pay for your subscription."
    action={
      <Button
        leftSection={<IconCreditCard size={18} aria-hidden />}
        data-opens="form"
        onClick={onAdd}
      >
        Add card
      </Button>
    }
  />
);
