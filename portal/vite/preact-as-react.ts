import type { ReactNode } from 'react';

/** What `react` is in the sign-in page's build: Preact, and what Mantine asks for besides. */
export * from 'preact/compat';
export { default } from 'preact/compat';

/** Mantine has it for parts that stay mounted while they are hidden; the page has none. */
export const Activity = ({ children }: { children?: ReactNode }): ReactNode => children;
