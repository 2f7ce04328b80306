import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { flyerTemplatesQuery } from './api/get-flyer-templates.ts';
import { FlyerDesk } from './flyer-desk.tsx';
import { mayChangeFlyers } from './marketing-access.ts';
import classes from './marketing.module.css';

/** The templates of homeowner flyers. */
export function FlyerTab() {
  const { data, error, refetch } = useQuery(flyerTemplatesQuery);
  const mayChange = mayChangeFlyers(useSession());
  if (data === undefined && error !== null)
    return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
  if (data === undefined)
    return <Skeleton height={280} radius="md" role="status" aria-label="Loading templates…" />;
  const [first, ...others] = data;
  if (first === undefined)
    return (
      <EmptyState
        title="No templates yet"
        text="There is nothing that a flyer could be made from."
      />
    );
  return (
    <div className={classes.tab}>
      <FlyerDesk templates={[first, ...others]} mayChange={mayChange} />
    </div>
  );
}
