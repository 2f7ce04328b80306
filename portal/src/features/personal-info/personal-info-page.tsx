import type { LoadContext } from '../../routes/router-context.ts';
import { screenNamed } from '../../routes/screens.ts';
import { useSession } from '../../lib/session.ts';
import { EditingScope } from '../../ui/editing.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { CompanyCard } from './company-card.tsx';
import { loadNotifications, NotificationCard } from './notification-card.tsx';
