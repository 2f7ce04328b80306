import { useNavigate, useSearch } from '@tanstack/react-router';

const actions = ['add-card', 'update-card'] as const;
type CardAction = (typeof actions)[number];

/**
 * The form of the card is open while the address says so: `?action=add-card` or
 * `?action=update-card`.
 */
export function useCardMode() {
  const { action } = useSearch({ strict: false }) as { action?: unknown };
  const navigate = useNavigate();
  const go = (next: CardAction | undefined): void =>
    void navigate({
      to: '/card-payments',
      search: next === undefined ? {} : { action: next },
      replace: true,
      resetScroll: false,
    });
  return {
    editing: actions.some((one) => one === action),
    open: (next: CardAction): void => go(next),
    close: (): void => go(undefined),
  };
}
