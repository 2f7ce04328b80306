/** `invited` until the link of the invitation was used. */
export const staffStatuses = ['active', 'invited', 'deactivated'] as const;
export type StaffStatus = (typeof staffStatuses)[number];

export const staffOrders = ['name', 'email', 'lastSeen'] as const;
export const staffPageSizes = [25, 50, 100] as const;

/** Where a role may be used: staff accounts hold some, payment plans give others to contractors. */
export const roleAudiences = ['staff', 'plan'] as const;
export type RoleAudience = (typeof roleAudiences)[number];
