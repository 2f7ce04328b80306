import type { UseQueryResult } from '@tanstack/react-query';
import { emailPageSizes } from '@lintel/contract/emails-constants';

/** What a grid of this screen needs to know of its list, besides the rows. */
export const listProps = (list: UseQueryResult<{ total: number }>) => ({
  total: list.data?.total ?? 0,
  pageSizes: emailPageSizes,
  loading: list.isFetching && list.isPlaceholderData,
  onRetry: () => void list.refetch(),
});

/** The rows of a list whose failure is not spoken of: it looks empty then. */
export const quietRows = <Row>(list: UseQueryResult<{ data: Row[] }>): Row[] | undefined =>
  list.data?.data ?? (list.isError ? [] : undefined);
