import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import * as m from '#messages';
import { IconColumns } from './icons.ts';

interface Props<Name extends string> {
  /** All that can be chosen, in the order of the table. */
  names: readonly Name[];
  titleOf: (name: Name) => string;
  shown: readonly Name[];
  onShow: (names: Name[]) => void;
  /** Beside other small controls. */
  compact?: boolean;
  /** Leads back to the columns that show at first. */
  reset?: { label: string; onPress: () => void } | undefined;
}

/** Which columns of a table show. */
export function ColumnsMenu<Name extends string>(props: Props<Name>) {
  const { names, titleOf, shown, onShow, reset, compact = false } = props;
  return (
    <Popover position="bottom-end" shadow="md" width={220} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          size={compact ? 'compact-md' : 'sm'}
          leftSection={<IconColumns size={16} aria-hidden />}
        >
          {m.common_columns()}
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={m.common_columns()}>
        <Checkbox.Group
          aria-label={m.common_columns_visible()}
          value={[...shown]}
          onChange={(chosen) => onShow(names.filter((one) => chosen.includes(one)))}
        >
          <Stack gap="sm">
            {names.map((name) => (
              <Checkbox key={name} value={name} label={titleOf(name)} />
            ))}
          </Stack>
        </Checkbox.Group>
        {reset && (
          <Button mt="md" fullWidth size="compact-sm" variant="subtle" onClick={reset.onPress}>
            {reset.label}
          </Button>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
