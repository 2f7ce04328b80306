import { useEffect, type ReactNode } from 'react';
import { useRouter } from '@tanstack/react-router';
import { Skeleton } from '@mantine/core';
import { messageOf } from '../../lib/api/api-error.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { ErrorState } from '../../ui/states.tsx';
import { Link } from '../../ui/link.tsx';
import { AuthCard, AuthTitle } from './auth-card.tsx';
import classes from './link-pages.module.css';

/** The card of a page that a link of an e-mail leads to. */
export function LinkCard({
  title,
  lead,
  children,
}: {
  title: string;
  lead: ReactNode;
  children: ReactNode;
}) {
  return (
    <AuthCard>
      <AuthTitle lead={lead}>{title}</AuthTitle>
      {children}
      <p className={classes.foot}>
        <Link to="/login">Back to sign in</Link>
      </p>
    </AuthCard>
  );
}

/** The page in grey while its link is read: as many fields as will be there. */
export function LinkLoading({ title, fields }: { title: string; fields: number }) {
  return (
    <LinkCard title={title} lead="Checking your link…">
      <div className={classes.skeleton} role="status" aria-label="Checking your link">
        {Array.from({ length: fields }, (_none, index) => (
          <div key={index}>
            <Skeleton height={12} width={index === 0 ? 64 : 120} radius="sm" />
            <Skeleton height={36} mt={8} />
          </div>
        ))}
        <Skeleton height={42} mt={4} />
      </div>
    </LinkCard>
  );
}

/** The link could not be read now, which says nothing against it. */
export function LinkFailed({
  title,
  error,
  onRetry,
}: {
  title: string;
  error: unknown;
  onRetry: () => void;
}) {
  return (
    <LinkCard title={title} lead="Your link could not be checked just now.">
      <div className={classes.failed}>
        <ErrorState text={messageOf(error)} onRetry={onRetry} />
      </div>
    </LinkCard>
  );
}

/** Says that the link is invalid and leads to the sign-in page. */
export function InvalidLink() {
  const router = useRouter();
  useEffect(() => {
    showToast('Invalid link', 'danger', toastLife.long, 'invalid-link');
    void router.navigate({ href: '/login', replace: true });
  }, [router]);
  return null;
}
