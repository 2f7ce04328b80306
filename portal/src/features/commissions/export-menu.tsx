import { useState } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { Button, Menu } from '@mantine/core';
import type { commissionExportFormats } from '@lintel/contract/commissions-constants';
import { basePath } from '../../lib/api/send.ts';
import { saveFrom } from '../../lib/save-file.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { IconChevronDown, IconDownload } from '../../ui/icons.ts';
import { filtersOf, type CommissionQuery, commissionsQuery } from './report-view.ts';

type ExportFormat = (typeof commissionExportFormats)[number];

/**
 * Where the export of what the report shows is: a navigation, so the user is named in the query.
 */
function exportAddress(query: CommissionQuery, userId: number, format: ExportFormat): string {
  const sent = {
    order: query.order,
    userId: String(userId),
    filters: JSON.stringify(filtersOf(query)),
    format,
  };
  return `${basePath}/reports-commissions-export?${new URLSearchParams(sent).toString()}`;
}

interface Props {
  query: CommissionQuery;
  userId: number;
  disabled: boolean;
}

/** Offers what the report shows, all pages of it, as a file. */
export function ExportMenu({ query, userId, disabled }: Props) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const download = async (format: ExportFormat): Promise<void> => {
    setBusy(true);
    try {
      // A navigation cannot renew a session that has run out, and shows an error as a page; a call
      // can, and tells.
      await client.fetchQuery({ ...commissionsQuery(userId, query), staleTime: 0 });
      saveFrom(exportAddress(query, userId, format), '');
    } catch (error) {
      showToast(failureText(error), 'danger', toastLife.long);
    }
    setBusy(false);
  };
  return (
    <Menu>
      <Menu.Target>
        <Button
          disabled={disabled}
          loading={busy}
          leftSection={<IconDownload size={18} aria-hidden />}
          rightSection={<IconChevronDown size={16} aria-hidden />}
        >
          Export
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => void download('xlsx')}>Excel (.xlsx)</Menu.Item>
        <Menu.Item onClick={() => void download('csv')}>Comma-separated values (.csv)</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
