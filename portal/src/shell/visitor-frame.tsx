import { Outlet } from '@tanstack/react-router';
import { VisitorPage } from './visitor-page.tsx';

/** The visitor's page around what the router shows. */
export const VisitorFrame = () => (
  <VisitorPage>
    <Outlet />
  </VisitorPage>
);
