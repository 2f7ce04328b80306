import { useState } from 'react';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { may, useSession } from '../../../lib/session.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { Card } from '../../../ui/card.tsx';
import { IconPencil } from '../../../ui/icons.ts';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { ErrorState } from '../../../ui/states.tsx';
import { LastUpdated } from '../last-updated.tsx';
import { multipleUsersQuery } from './api/multiple-users.ts';
import { changingSizes } from './multiple-users-access.ts';
import { SizesForm } from './sizes-form.tsx';
import { SizesTable } from './sizes-table.tsx';
import classes from './multiple-users.module.css';

/** How many team users contractors may have, tier by tier. */
export function MultipleUsersSection() {
  const mayChange = may(useSession(), changingSizes);
  const [active, setActive] = useState(false);
  const { data, error, refetch } = useQuery(multipleUsersQuery);
  if (data === undefined) {
    return (
      <Card>
        {error === null ? (
          <SkeletonRows columns={2} rows={6} />
        ) : (
          <ErrorState text={failureText(error)} onRetry={() => void refetch()} />
        )}
      </Card>
    );
  }
  return (
    <Card>
      <div className={classes.head}>
        <LastUpdated email={data.email} at={data.lastEdit} />
        {mayChange && !active && (
          <Button
            variant="default"
            leftSection={<IconPencil size={16} aria-hidden />}
            aria-label="Edit Multiple Users"
            onClick={() => setActive(true)}
          >
            Edit
          </Button>
        )}
      </div>
      {active ? (
        <SizesForm base={data} onDone={() => setActive(false)} />
      ) : (
        <SizesTable sizes={data.multipleUsers} />
      )}
    </Card>
  );
}
