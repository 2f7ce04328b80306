import { useState } from 'react';
import { Button, Menu } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import type { exportFormats } from '@lintel/contract/applications/report';
import { addressOf } from '../../lib/api/encode.ts';
import { basePath } from '../../lib/api/send.ts';
import { saveFrom } from '../../lib/save-file.ts';
import { showToast, toastLife } from '../../lib/toast.ts';
import { failureText } from '../../lib/unexpected.ts';
import { IconChevronDown, IconDownload } from '../../ui/icons.ts';
import { applicationsQuery, filtersOf, type ReportQuery } from './api/get-applications.ts';
import classes from './applications.module.css';

type ExportFormat = (typeof exportFormats)[number];

/**
 * Where the export of what the report shows is, whatever page of it: a navigation, so the user is
 * named in the query.
 */
function exportAddress(query: ReportQuery, userId: number, format: ExportFormat): string {
  const { search, status, order } = query;
  return `${basePath}${addressOf('/reports-applications-export', {}, { userId, search, status, order, format, ...filtersOf(query) })}`;
}

/** Offers the report as a file. */
export function ExportMenu({ query, userId }: { query: ReportQuery; userId: number }) {
  const client = useQueryClient();
  const [busy, setBusy] = useState(false);
  const download = async (format: ExportFormat): Promise<void> => {
    setBusy(true);
    try {
      // A navigation cannot renew a session that has run out, and shows an error as a page; a call
      // can, and tells.
      await client.fetchQuery({ ...applicationsQuery(userId, query), staleTime: 0 });
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
          className={classes.main ?? ''}
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
