import { Button, Menu } from '@mantine/core';
import { IconChevronDown, IconDownload } from '../../../ui/icons.ts';
import type { ExportFormat } from './download-export.ts';
import classes from './export.module.css';

interface Props {
  busy: boolean;
  onExport(format: ExportFormat): void;
}

/** Offers the report as a file. */
export function ExportMenu({ busy, onExport }: Props) {
  return (
    <Menu>
      <Menu.Target>
        <Button
          className={classes.main ?? ''}
          disabled={busy}
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onExport('xlsx')}>Excel (.xlsx)</Menu.Item>
        <Menu.Item onClick={() => onExport('csv')}>Comma-separated values (.csv)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
