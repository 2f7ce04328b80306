import { staffWithAll } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import { may } from '../../../lib/session.ts';

const changing = staffWithAll(['manage-plans', 'access'], ['manage-plans', 'modify']);

export const mayChangePlans = (session: Session): boolean => may(session, changing);
