/** Leaves the portal for another address, in an object so that a test can watch it. */
export const departure = { to: (address: string): void => window.location.assign(address) };
