import type { ReactNode } from 'react';
import type { UseQueryResult } from '@tanstack/react-query';
import * as m from '#messages';
import { emailPageSizes } from '@lintel/contract/emails/constants';
import { PlainButton } from '../../ui/plain-button.tsx';

/** What a grid of this screen needs to know of its list, besides the rows. */
export const listProps = (list: UseQueryResult<{ total: number; more?: true | undefined }>) => ({
  total: list.data?.total ?? 0,
  more: list.data?.more,
  pageSizes: emailPageSizes,
  loading: list.isFetching && list.isPlaceholderData,
  onRetry: () => void list.refetch(),
  missing: list.isError && list.data === undefined,
});

/** The rows of a list whose failure is not made an error of: there are none then. */
export const quietRows = <Row,>(list: UseQueryResult<{ data: Row[] }>): Row[] | undefined =>
  list.data?.data ?? (list.isError ? [] : undefined);

/** The way to a list that did not come; null for one that did. */
export type Missing = ReactNode | null;
export const missingOf = ({ isError, data, refetch }: UseQueryResult<{ total: number }>): Missing =>
  isError && data === undefined ? (
    <PlainButton onClick={() => void refetch()}>{m.common_retry()}</PlainButton>
  ) : null;
