import { Checkbox, Divider, InputBase, Popover, Stack } from '@mantine/core';
import { w9Statuses, type W9Status } from '@lintel/contract/payouts-constants';
import { IconChevronDown } from '../../ui/icons.ts';
import type { ContractorFilters } from './contractors-view.ts';
import classes from './contractors.module.css';

interface Props {
  filters: Pick<ContractorFilters, 'statusW9' | 'showDifferencesOnly'>;
  onChange(change: Partial<ContractorFilters>): void;
}

const choices = w9Statuses.map((status) => <Checkbox key={status} value={status} label={status} />);
const oneLine = { overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' } as const;

/** How the tax form stands, several at once, and whether only those show whose names differ. */
export function W9Filter({ filters: { statusW9, showDifferencesOnly }, onChange }: Props) {
  const parts = [...statusW9, ...(showDifferencesOnly ? ['differences'] : [])];
  return (
    <Popover position="bottom-start" shadow="md" width={220} trapFocus>
      <Popover.Target>
        <InputBase
          component="button"
          type="button"
          label="W-9"
          size="sm"
          pointer
          className={classes.choice ?? ''}
          rightSection={<IconChevronDown size={16} aria-hidden />}
          rightSectionPointerEvents="none"
          styles={{ input: oneLine }}
        >
          {parts.length === 0 ? 'All' : parts.join(', ')}
        </InputBase>
      </Popover.Target>
      <Popover.Dropdown aria-label="W-9">
        <Checkbox.Group
          aria-label="W-9 status"
          value={statusW9}
          onChange={(chosen) =>
            onChange({ statusW9: w9Statuses.filter((one: W9Status) => chosen.includes(one)) })
          }
        >
          <Stack gap="sm">{choices}</Stack>
        </Checkbox.Group>
        <Divider my="sm" />
        <Checkbox
          label="Show differences only"
          checked={showDifferencesOnly}
          onChange={(event) => onChange({ showDifferencesOnly: event.currentTarget.checked })}
        />
      </Popover.Dropdown>
    </Popover>
  );
}
