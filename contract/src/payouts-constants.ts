/** How a W-9 stands once there is one; without any it is `Not found` (part 2 section 4). */
export const w9States = ['Pending', 'Verified', 'Rejected'] as const;
export type W9State = (typeof w9States)[number];

/** `held` waits for bank details or a W-9, `due` is ready for a run, `sent` is in a bank file, `returned` came back. */
export const payoutStates = ['held', 'due', 'sent', 'paid', 'returned'] as const;
export type PayoutState = (typeof payoutStates)[number];
