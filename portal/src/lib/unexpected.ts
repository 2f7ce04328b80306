/** What is said when a request fails in a way the screen has no own words for; it names the support of this address. */
export const unexpectedError = (): string =>
  `An unexpected error occurred, please contact support@${window.location.hostname}`;
