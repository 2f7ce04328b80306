import { accessTo } from '@lintel/contract/core/access';
import { may, useSession } from '../lib/session.ts';
import { Card } from './card.tsx';
import { Link } from './link.tsx';
import { EmptyState } from './states.tsx';

interface Props {
  title?: string;
  /** Why a page is needed here. */
  text: string;
}

/** Says that there is no financing page yet; whoever may make one gets the way there. */
export function NoPagesNotice({
  title = 'Your financing page has not been created yet',
  text,
}: Props) {
  const toPage = may(useSession(), accessTo('co-branded')) && (
    <Link to="/co-branded" look="button">
      GET STARTED
    </Link>
  );
  return (
    <Card>
      <EmptyState title={title} text={text} action={toPage} />
    </Card>
  );
}
