import { Skeleton } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../../lib/session.ts';
import { failureText } from '../../../lib/unexpected.ts';
import { EmptyState, ErrorState } from '../../../ui/states.tsx';
import { socialTemplatesQuery } from './api/get-social-templates.ts';
import { mayChangeImages } from './marketing-access.ts';
import { SocialDesk } from './social-desk.tsx';
import classes from './marketing.module.css';

/** The templates of social media images. */
export function SocialTab() {
  const { data, error, refetch } = useQuery(socialTemplatesQuery);
  const mayChange = mayChangeImages(useSession());
  if (data === undefined && error !== null)
    return <ErrorState text={failureText(error)} onRetry={() => void refetch()} />;
  if (data === undefined)
    return <Skeleton height={280} radius="md" role="status" aria-label="Loading templates…" />;
  const [first, ...others] = data;
  if (first === undefined)
    return (
      <EmptyState
        title="No templates yet"
        text="There is nothing that an image could be made from."
      />
    );
  return (
    <div className={classes.tab}>
      <SocialDesk templates={[first, ...others]} mayChange={mayChange} />
    </div>
  );
}
