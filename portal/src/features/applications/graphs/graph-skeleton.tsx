import { Skeleton } from '@mantine/core';

/** Graphs to come. */
export const GraphSkeleton = () => (
  <Skeleton height={280} radius="md" role="status" aria-label="Loading…" />
);
