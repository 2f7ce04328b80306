/** The sign-in page, with the e-mail filled in when it is known. */
export const signInAddress = (email = ''): string =>
  email === '' ? '/login' : `/login?${new URLSearchParams({ email }).toString()}`;
