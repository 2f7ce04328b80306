import { Button, Checkbox, Popover, Stack } from '@mantine/core';
import * as m from '#messages';
import { IconColumns } from './icons.ts';

interface Props<Name extends string> {
  /** All columns, in the table's order. */
  names: readonly Name[];
  toTitle: (name: Name) => string;
  shown: readonly Name[];
  onShow: (names: Name[]) => void;
  /** For use next to other small controls. */
  compact?: boolean;
  /** Resets to the default columns. */
  reset?: { label: string; onPress: () => void } | undefined;
}

/** Selects the visible columns of a table. */
export function ColumnsMenu<Name extends string>(props: Props<Name>) {
  const { names, toTitle, shown, onShow, reset, compact = false } = props;
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
              <Checkbox key={name} value={name} label={toTitle(name)} />
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
