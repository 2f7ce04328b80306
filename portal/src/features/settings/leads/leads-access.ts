import { staffWithAll } from '@lintel/contract/core/access';

const settings = ['manage-settings', 'modify'] as const;

export const seeingFields = staffWithAll(settings, ['manage-lead-fields', 'access']);
export const changingFields = staffWithAll(settings, ['manage-lead-fields', 'modify']);
export const distributing = staffWithAll(settings, ['manage-lead-distribution', 'access']);
