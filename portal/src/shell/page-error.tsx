import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import { AccessDenied } from '../routes/guard.ts';
import { Link } from '../ui/link.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { StateBox } from '../ui/state-box.tsx';
import { goer, pageControlOf } from './navigation.ts';
import { tellAccessDenied } from './reactions.ts';

type Props = { kind: 'missing' } | { kind: 'failed'; error: unknown; onRetry(): void };

/**
 * What stands in the place of a page that does not exist, is not open to the user or could not be
 * loaded.
 */
export function PageError(props: Props) {
  if (props.kind === 'missing') {
    return (
      <StateBox
        level={1}
        icon="search"
        title="Page not found"
        text="There is nothing at this address. The page may have moved, or the link may be incomplete."
        action={
          <Link to="/" look="button">
            Go to the dashboard
          </Link>
        }
      />
    );
  }
  if (props.error instanceof AccessDenied) return <Denied />;
  return <Failed onRetry={props.onRetry} />;
}

function Denied() {
  const router = useRouter();
  useEffect(() => {
    void tellAccessDenied(pageControlOf(router));
  }, [router]);
  return (
    <StateBox
      level={1}
      icon="lock"
      title="You do not have access"
      text="Your account does not have access to this page."
    />
  );
}

function Failed({ onRetry }: { onRetry(): void }) {
  const router = useRouter();
  const retry = (): void => {
    onRetry();
    void router.invalidate();
  };
  return (
    <StateBox
      level={1}
      tone="red"
      icon="alert"
      title="Something wrong"
      text="This page could not be loaded. Your data is safe."
      action={
        <PlainButton look="button" onClick={retry}>
          Try again
        </PlainButton>
      }
      secondary={
        <PlainButton onClick={() => void goer(router)('/')}>Go to the dashboard</PlainButton>
      }
    />
  );
}
