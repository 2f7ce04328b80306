import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import { emailPageSizes } from '@lintel/contract/emails/constants';
import { PlainButton } from '../../ui/plain-button.tsx';

/** A grid's list state besides its rows. */
export const listProps = (list: UseQueryResult<{ total: number; more?: true | undefined }>) => ({
  total: list.data?.total ?? 0,
  more: list.data?.more,
  pageSizes: emailPageSizes,
  loading: list.isFetching && list.isPlaceholderData,
  onRetry: () => void list.refetch(),
  missing: list.isError && list.data === undefined,
});

/** The list's rows; empty if loading failed, because this screen shows no error for it. */
export const rowsOrEmpty = <Row,>(list: UseQueryResult<{ data: Row[] }>): Row[] | undefined =>
  list.data?.data ?? (list.isError ? [] : undefined);

/** The retry of a failed list; null for a loaded one. */
export type MissingState = ReactNode | null;
export const missingState = ({
  isError,
  data,
  refetch,
}: UseQueryResult<{ total: number }>): MissingState =>
  isError && data === undefined ? (
    <PlainButton onClick={() => void refetch()}>{m.common_retry()}</PlainButton>
  ) : null;
