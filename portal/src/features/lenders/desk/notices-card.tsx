import { Checkbox, Stack } from '@mantine/core';
import * as m from '#messages';
import { deskNotices, type DeskNotice } from '@lintel/contract/lender-desk/constants';
import { usePreference } from '../../../lib/preferences.ts';
import { Card } from '../../../ui/card.tsx';

const labels: Record<DeskNotice, string> = {
  application: m.lenders_desk_notice_application(),
  chosen: m.lenders_desk_notice_chosen(),
  documents: m.lenders_desk_notice_documents(),
};

/** The desk's e-mails that the person wants. */
export function NoticesCard() {
  const { value = [], isPending, save } = usePreference('desk-notices-off');
  const set = (notice: DeskNotice, isOn: boolean): void => {
    const off = deskNotices.filter((one) => (one === notice ? !isOn : value.includes(one)));
    save(off.length === 0 ? null : off);
  };
  return (
    <Card title={m.lenders_desk_notices()} text={m.lenders_desk_notices_text()}>
      <Stack gap="sm">
        {deskNotices.map((notice) => (
          <Checkbox
            key={notice}
            label={labels[notice]}
            checked={!value.includes(notice)}
            disabled={isPending}
            onChange={(event) => set(notice, event.currentTarget.checked)}
          />
        ))}
      </Stack>
    </Card>
  );
}
