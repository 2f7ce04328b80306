import * as m from '#messages';
import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Replaces cards that failed to load. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <ErrorState text={m.dashboard_cardsFailed()} onRetry={onRetry} />
    </Card>
  );
}
