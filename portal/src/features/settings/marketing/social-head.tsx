import { Button } from '@mantine/core';
import { IconPlus } from '../../../ui/icons.ts';
import { OptionPills } from '../../../ui/option-pills.tsx';
import type { FormatFilter } from './use-format-filter.ts';
import classes from './marketing.module.css';

interface Props {
  filter: FormatFilter;
  /** Without it nothing can be added. */
  onAdd: (() => void) | undefined;
}

/** Which image templates are shown, and a new one. */
export const SocialHead = ({ filter: { network, type }, onAdd }: Props) => (
  <div className={classes.head}>
    <div className={classes.filters}>
      <OptionPills label="Network" {...network} />
      <OptionPills label="Content type" {...type} />
    </div>
    {onAdd && (
      <Button leftSection={<IconPlus size={16} aria-hidden />} onClick={onAdd}>
        ADD TEMPLATE
      </Button>
    )}
  </div>
);
