/** The browser's page, in an object so tests can watch it. */
export const browserPage = { reload: (): void => window.location.reload() };
