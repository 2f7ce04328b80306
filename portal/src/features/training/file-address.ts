import type { Session } from '@lintel/contract/identity';

/**
 * The address at which a stored file is fetched. A picture or a player sends no headers: while
 * switched the address itself says for whom.
 */
export const fileAddress = (address: string, { switched, user }: Session): string =>
  switched && address.startsWith('/') ? `${address}?userId=${user.id}` : address;
