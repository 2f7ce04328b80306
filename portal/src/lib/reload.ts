/** The browser's page, in an object so that a test can watch it. */
export const browserPage = { reload: (): void => window.location.reload() };
