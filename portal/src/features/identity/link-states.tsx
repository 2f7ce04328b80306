import { useEffect, type ReactNode } from 'react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { Skeleton } from '@mantine/core';
import * as m from '#messages';
import type { readLink } from '@lintel/contract/identity/account';
import { ApiError, errorMessage } from '../../lib/api/api-error.ts';
import { call } from '../../lib/api/call.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { Link } from '../../ui/link.tsx';
import { StateBox } from '../../ui/state-box.tsx';
import { ErrorState } from '../../ui/states.tsx';
import { AuthCard, AuthTitle } from './auth-card.tsx';
import classes from './link-pages.module.css';

const read = call<typeof readLink>({ method: 'POST', path: '/restore-decrypt', encoding: 'form' });

/** The account of the link `enc`. It isn't cached after the page closes. */
const linkQuery = (enc: string) =>
  queryOptions({
    queryKey: ['link', enc],
    queryFn: ({ signal }) => read({ body: { enc } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    retry: false,
  });

/** The account and data of an e-mail link. */
export interface LinkOwner {
  firstname: string;
  lastname: string;
  email: string;
  /** Only in a link that confirms a change of the e-mail, or restores the previous one. */
  newEmail: string | null;
  /** Only in a link that sets a password. */
  company?: string | undefined;
  /** Only in a link about a sign-in on an unknown device. */
  signIn?: { device: string; address: string; at: string } | undefined;
  /** Only in a link that restores the e-mail: when it was changed. */
  restore?: { at: string } | undefined;
}

type LinkPurpose = 'password' | 'email' | 'device' | 'restore';

const linkPurpose = ({ newEmail, signIn, restore }: LinkOwner): LinkPurpose => {
  if (signIn !== undefined) return 'device';
  if (restore !== undefined) return 'restore';
  return newEmail === null ? 'password' : 'email';
};

type LinkState =
  | { step: 'loading' }
  | { step: 'invalid' }
  | { step: 'failed'; error: unknown; retry: () => void }
  | { step: 'open'; enc: string; owner: LinkOwner };

/**
 * Whether the server rejected the link itself. Rate limits and connection failures don't make a
 * link invalid.
 */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/** Whether the server rejected the link on use: it was used or has expired in the meantime. */
export const isRefusedLink = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_link';

/**
 * Reads the link in the address. A link without `m` or for another purpose than `purpose` is as
 * invalid as a rejected one.
 */
export function useLink(enc: string | undefined, purpose: LinkPurpose): LinkState {
  const given = enc !== undefined && enc !== '';
  const { data, error, isFetching, refetch } = useQuery({
    ...linkQuery(enc ?? ''),
    enabled: given,
  });
  if (!given || isRefused(error)) return { step: 'invalid' };
  if (data !== undefined) {
    return linkPurpose(data) === purpose ? { step: 'open', enc, owner: data } : { step: 'invalid' };
  }
  if (error !== null && !isFetching) return { step: 'failed', error, retry: () => void refetch() };
  return { step: 'loading' };
}

/** The card of a page that an e-mail link opens. */
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
        <Link to="/login">{m.common_backToSignIn()}</Link>
      </p>
    </AuthCard>
  );
}

/** A placeholder with as many fields as the page will show. */
export function LinkLoading({ title, fields }: { title: string; fields: number }) {
  return (
    <LinkCard title={title} lead={m.identity_link_checking()}>
      <div className={classes.skeleton} role="status" aria-label={m.identity_link_checkingTitle()}>
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

/** Reading the link failed; the link may still be valid. */
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
    <LinkCard title={title} lead={m.identity_link_checkFailed()}>
      <div className={classes.failed}>
        <ErrorState text={errorMessage(error)} onRetry={onRetry} />
      </div>
    </LinkCard>
  );
}

/** The page of an expired or used link: what that means, and what to do instead. */
export function LinkOver({ text, action }: { text: string; action: ReactNode }) {
  return (
    <AuthCard>
      <div className={classes.over}>
        <StateBox
          level={1}
          icon="alert"
          tone="amber"
          title={m.identity_link_invalidShort()}
          text={m.identity_link_invalidText({ advice: text })}
          action={action}
        />
      </div>
    </AuthCard>
  );
}

/** Shows that the link is invalid and links to the sign-in page. */
export function InvalidLink() {
  const router = useRouter();
  useEffect(() => {
    showToast(m.identity_link_invalidTitle(), 'danger', toastLife.long, 'invalid-link');
    void router.navigate({ href: '/login', replace: true });
  }, [router]);
  return null;
}
