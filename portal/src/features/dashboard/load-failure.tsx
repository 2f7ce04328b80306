import { Card } from '../../ui/card.tsx';
import { ErrorState } from '../../ui/states.tsx';

/** Stands in for cards that could not be loaded. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  return (
    <Card>
      <ErrorState text="Some of your cards could not be loaded." onRetry={onRetry} />
    </Card>
  );
}
