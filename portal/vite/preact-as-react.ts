import type { ReactNode } from 'react';

/** The `react` module of the sign-in page's build: Preact, plus the exports that Mantine needs. */
export * from 'preact/compat';
export { default } from 'preact/compat';

/** Mantine uses it for parts that stay mounted while hidden; this page has none. */
export const Activity = ({ children }: { children?: ReactNode }): ReactNode => children;
