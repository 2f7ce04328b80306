import { staffWithAll } from '@lintel/contract/core/access';
import type { Session } from '@lintel/contract/identity';
import { may } from '../../../lib/session.ts';

const opening = ['manage-settings', 'access'] as const;
const openingImages = ['marketing-materials', 'manage_access'] as const;

const changing = staffWithAll(opening, ['manage-settings', 'modify']);
const readingImages = staffWithAll(opening, openingImages);
const changingImages = staffWithAll(opening, openingImages, [
  'marketing-materials',
  'manage_modify',
]);

/** Whether flyer templates, the one in use and the demo data may be changed. */
export const mayChangeFlyers = (session: Session): boolean => may(session, changing);
export const maySeeImages = (session: Session): boolean => may(session, readingImages);
export const mayChangeImages = (session: Session): boolean => may(session, changingImages);
