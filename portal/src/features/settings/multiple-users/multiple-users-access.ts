import { staffWithAll } from '@lintel/contract/core/access';

export const changingSizes = staffWithAll(
  ['manage-settings', 'modify'],
  ['manage-multiple-users', 'modify'],
);
