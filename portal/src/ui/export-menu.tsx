import { Button, Menu } from '@mantine/core';
import type { ReactNode } from 'react';
import * as m from '#messages';
import { downloadFrom } from '../lib/download.ts';
import { proveForDownload } from '../lib/step-up.ts';
import { toastLife } from '../lib/toast.ts';
import { useAction } from '../lib/use-action.ts';
import { IconChevronDown, IconDownload } from './icons.ts';

export type ExportFormat = 'xlsx' | 'csv';

interface Props {
  /**
   * Checks the export, which refreshes an expired session and shows errors before the download
   * starts. `later` if there is nothing to download yet.
   */
  ask: (format: ExportFormat) => Promise<unknown>;
  /** The address of the file. */
  toAddress: (format: ExportFormat) => string;
  /** Everyone needs a step-up before the download, not only staff in another account. */
  isSecret?: boolean;
  disabled?: boolean;
  className?: string | undefined;
  /** For use next to a primary action. */
  quiet?: boolean;
  /** Additional menu items. */
  children?: ReactNode;
}

/** Exports all pages of a report as a file. */
export function ExportMenu({
  ask,
  toAddress,
  isSecret = false,
  disabled = false,
  className,
  quiet = false,
  children,
}: Props) {
  const { busy, run } = useAction({
    call: async (format: ExportFormat) => {
      if ((await ask(format)) === 'later') return;
      await proveForDownload({ secret: isSecret });
      downloadFrom(toAddress(format));
    },
    failureLife: toastLife.long,
  });
  return (
    <Menu>
      <Menu.Target>
        <Button
          {...(quiet && { variant: 'default' })}
          {...(className !== undefined && { className })}
          disabled={disabled}
          loading={busy}
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          {m.common_export()}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void run('xlsx')}>{m.common_export_excel()}</Menu.Item>
        <Menu.Item onClick={() => void run('csv')}>{m.common_export_csv()}</Menu.Item>
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
