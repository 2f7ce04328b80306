import type { UseQueryResult } from '@tanstack/react-query';
import { materialPageSizes } from '@lintel/contract/training-constants';

/** What every grid here takes from the query of its page. */
export const listProps = <Row>({
  data,
  isFetching,
  isPlaceholderData,
  isError,
  refetch,
}: UseQueryResult<{ data: Row[]; total: number }>) => ({
  rows: data?.data,
  total: data?.total ?? 0,
  pageSizes: materialPageSizes,
  loading: isFetching && isPlaceholderData,
  failed: isError,
  onRetry: () => void refetch(),
});
