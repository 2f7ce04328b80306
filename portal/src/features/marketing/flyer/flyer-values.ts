import { qrCodeOptions, type QrCodeOption } from '@lintel/contract/marketing-constants';
import type { MaterialsPage } from '../api/get-materials.ts';

/** The flyer form's fields; the logo is kept beside them. */
export interface FlyerValues {
  companyName: string;
  phone: string;
  extPhone: string;
  websiteUrl: string;
  qrCodeBackside: QrCodeOption;
}

/** What a page's flyer says, as form values. */
export function valuesOf({ flyer }: MaterialsPage): FlyerValues {
  const { companyName, phone, extPhone, websiteUrl, qrCodeBackside } = flyer;
  const qrCode = qrCodeOptions.find((option) => option === qrCodeBackside) ?? qrCodeOptions[0];
  return { companyName, phone, extPhone, websiteUrl, qrCodeBackside: qrCode };
}

/** The address of the flyer's logo; null without one. */
export const logoOf = ({ logo, flyer }: MaterialsPage): string | null =>
  flyer.logoFileName ? logo : null;
