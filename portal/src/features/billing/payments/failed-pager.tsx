import { ActionIcon, Group } from '@mantine/core';
import { IconChevronLeft, IconChevronRight } from '../../../ui/icons.ts';

interface Props {
  page: number;
  total: number;
  disabled: boolean;
  onPage(page: number): void;
}

/** Turns from one failed payment to the next. */
export function FailedPager({ page, total, disabled, onPage }: Props) {
  return (
    <Group gap={8} wrap="nowrap" role="group" aria-label="Failed payments">
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Previous failed payment"
        disabled={disabled || page <= 1}
        onClick={() => onPage(page - 1)}
      >
        <IconChevronLeft size={16} aria-hidden />
      </ActionIcon>
      <span aria-live="polite">
        {page} of {total}
      </span>
      <ActionIcon
        variant="default"
        size={32}
        aria-label="Next failed payment"
        disabled={disabled || page >= total}
        onClick={() => onPage(page + 1)}
      >
        <IconChevronRight size={16} aria-hidden />
      </ActionIcon>
    </Group>
  );
}
