/** `invited` until the invitation's link is used. */
export const staffStatuses = ['active', 'invited', 'deactivated'] as const;
export type StaffStatus = (typeof staffStatuses)[number];

export const staffOrders = ['name', 'email', 'lastSeen'] as const;
export const staffPageSizes = [25, 50, 100] as const;

/** Who a role is for: staff accounts, or contractors through payment plans. */
export const roleAudiences = ['staff', 'plan'] as const;
export type RoleAudience = (typeof roleAudiences)[number];
