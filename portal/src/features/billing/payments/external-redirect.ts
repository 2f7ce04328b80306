/** Leaves the portal for another address; an object, so that a test can observe it. */
export const externalRedirect = { to: (address: string): void => window.location.assign(address) };
