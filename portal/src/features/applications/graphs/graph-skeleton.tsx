import { Skeleton } from '@mantine/core';
import * as m from '#messages';

export const GraphSkeleton = () => (
  <Skeleton height={280} radius="md" role="status" aria-label={m.common_loading()} />
);
