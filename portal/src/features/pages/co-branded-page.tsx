import { UnavailablePage } from '../../routes/unavailable-page.tsx';

export const CoBrandedPage = UnavailablePage;
