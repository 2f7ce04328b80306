import { useEffect } from 'react';
import { useRouter } from '@tanstack/react-router';
import * as m from '#messages';
import { AccessDenied } from '../routes/guard.ts';
import { Link } from '../ui/link.tsx';
import { PlainButton } from '../ui/plain-button.tsx';
import { StateBox } from '../ui/state-box.tsx';
import { makeNavigate, makePageControl } from './navigation.ts';
import { showAccessDenied } from './reactions.ts';

type Props = { kind: 'missing' } | { kind: 'failed'; error: unknown; onRetry(): void };

/** Replaces a page that doesn't exist, isn't open to the user, or failed to load. */
export function PageError(props: Props) {
  if (props.kind === 'missing') {
    return (
      <StateBox
        level={1}
        icon="search"
        title={m.shell_notFound_title()}
        text={m.shell_notFound_text()}
        action={
          <Link to="/" look="button">
            {m.shell_goToDashboard()}
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
    void showAccessDenied(makePageControl(router));
  }, [router]);
  return (
    <StateBox
      level={1}
      icon="lock"
      title={m.shell_noAccess_title()}
      text={m.shell_noAccess_text()}
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
      title={m.common_error_title()}
      text={m.shell_pageError_text()}
      action={
        <PlainButton look="button" onClick={retry}>
          {m.common_retry()}
        </PlainButton>
      }
      secondary={
        <PlainButton onClick={() => void makeNavigate(router)('/')}>
          {m.shell_goToDashboard()}
        </PlainButton>
      }
    />
  );
}
