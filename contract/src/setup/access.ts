import { staffWith } from '../core/access.ts';

export const readingSetup = staffWith(['manage-setup', 'access']);
export const changingSetup = staffWith(['manage-setup', 'modify']);
