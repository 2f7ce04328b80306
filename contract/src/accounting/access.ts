import { staffWith } from '../core/access.ts';

/** Exports and year totals. */
export const accounting = staffWith(['accounting', 'manage_access']);
