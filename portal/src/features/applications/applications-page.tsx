import { UnavailablePage } from '../../routes/unavailable-page.tsx';

export const ApplicationsPage = UnavailablePage;
