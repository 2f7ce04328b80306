import { anyOfStrictOrPreProd, staffWith } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import { may } from '../../../lib/session.ts';

export const seeingMaterials = staffWith(['manage-settings', 'access']);
const changing = anyOfStrictOrPreProd(['manage-settings', 'modify']);

/**
 * Whether categories and materials may be changed. While switched it takes the user's privilege
 * too, or pre-production access.
 */
export const mayChangeMaterials = (session: Session): boolean => may(session, changing);
