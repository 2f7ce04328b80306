import { useState } from 'react';
import { Button } from '@mantine/core';
import { formatPhone } from '../../../lib/format.ts';
import { Card } from '../../../ui/card.tsx';
import { Facts } from '../../../ui/facts.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import type { MaterialsPage } from '../api/get-materials.ts';
import { FlyerForm } from './flyer-form.tsx';
import { logoOf, valuesOf } from './flyer-values.ts';
import { LogoPicture } from './logo-picture.tsx';

/** What the flyer says: to read, and after EDIT FLYER to change. */
export function FlyerCard({ contractorId, page }: { contractorId: number; page: MaterialsPage }) {
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      onClick={() => setEditing(true)}
    >
      EDIT FLYER
    </Button>
  );
  return (
    <Card title="What it says" action={editing ? undefined : edit}>
      {editing ? (
        <FlyerForm contractorId={contractorId} page={page} onClose={() => setEditing(false)} />
      ) : (
        <Facts facts={factsOf(page)} />
      )}
    </Card>
  );
}

function factsOf(page: MaterialsPage) {
  const { companyName, phone, extPhone, websiteUrl, qrCodeBackside } = valuesOf(page);
  return [
    ['Company name', companyName || page.params.companyName],
    ['Logo', <LogoPicture key="logo" src={logoOf(page)} />],
    ['Contact number', phone === '' ? 'None' : formatPhone(phone)],
    ['Extension', extPhone || 'None'],
    ['Company website URL', websiteUrl.replace(/^https?:\/\//, '') || 'None'],
    ['QR code on backside', qrCodeBackside],
  ] as const;
}
