import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { failureText } from '../../../lib/unexpected.ts';
import { Card } from '../../../ui/card.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { ErrorState } from '../../../ui/states.tsx';
import { flyerSettingQuery } from './api/get-flyer-setting.ts';
import { DemoDataForm } from './demo-data-form.tsx';
import { LastUpdated } from './last-updated.tsx';
import classes from './marketing.module.css';

/** As many rows as there are lines, up to 18. */
const rowsOf = (text: string): number => Math.min(18, text.split('\n').length);

/** The data that all the templates are previewed with. */
export function DemoDataCard({ mayChange }: { mayChange: boolean }) {
  const { data, error, refetch } = useQuery(flyerSettingQuery);
  const [editing, setEditing] = useState(false);
  const edit = (
    <Button
      variant="default"
      leftSection={<IconPencil size={16} aria-hidden />}
      aria-label="Edit demo data"
      onClick={() => setEditing(true)}
    >
      Edit
    </Button>
  );
  return (
    <Card
      title="Demo data"
      text="What the pictures and previews above are filled with, as JSON. No contractor’s flyer or image uses it."
      action={data !== undefined && mayChange && !editing ? edit : undefined}
    >
      {data === undefined && error !== null && (
        <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
      )}
      {data !== undefined && !editing && (
        <textarea
          className={classes.json}
          readOnly
          rows={rowsOf(data.value.demoData)}
          aria-label="Demo data as JSON"
          value={data.value.demoData}
        />
      )}
      {data !== undefined && editing && (
        <DemoDataForm setting={data} onClose={() => setEditing(false)} />
      )}
      {data !== undefined && (
        <LastUpdated what="Demo data" change={data.value.lastUpdated.demoData} />
      )}
    </Card>
  );
}
