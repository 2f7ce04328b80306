import { Outlet } from '@tanstack/react-router';
import { VisitorPage } from './visitor-page.tsx';

export const VisitorFrame = () => (
  <VisitorPage>
    <Outlet />
  </VisitorPage>
);
