import { useQuery } from '@tanstack/react-query';
import { ApiError } from '../../lib/api/api-error.ts';
import { linkQuery } from './api/read-link.ts';

/** Whom a link of an e-mail is for. */
export interface LinkOwner {
  firstname: string;
  email: string;
  /** Only in a link that confirms a change of the e-mail. */
  newEmail: string | null;
}

export type LinkState =
  | { step: 'loading' }
  | { step: 'invalid' }
  | { step: 'failed'; error: unknown; retry: () => void }
  | { step: 'open'; enc: string; owner: LinkOwner };

/**
 * Whether the server looked at the link and refused it. Too many tries, or no answer at all, say
 * nothing about the link.
 */
const isRefused = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Whether the link itself was refused when it was put to use: it was used up or has expired
 * meanwhile.
 */
export const isRefusedLink = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'invalid_link';

/**
 * Reads the link in the address. One without `m`, or made for something else than `purpose`, is
 * invalid like a refused one.
 */
export function useLink(enc: string | undefined, purpose: 'password' | 'email'): LinkState {
  const given = enc !== undefined && enc !== '';
  const { data, error, isFetching, refetch } = useQuery({
    ...linkQuery(enc ?? ''),
    enabled: given,
  });
  if (!given || isRefused(error)) return { step: 'invalid' };
  if (data !== undefined) {
    const fits = (purpose === 'email') === (data.newEmail !== null);
    return fits ? { step: 'open', enc, owner: data } : { step: 'invalid' };
  }
  if (error !== null && !isFetching) return { step: 'failed', error, retry: () => void refetch() };
  return { step: 'loading' };
}
