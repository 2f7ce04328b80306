import { cardBrandName, isCardBrand } from '@lintel/contract/billing/card-rules';
import type { Context } from '../../platform/context.ts';
import type { Payer } from './payer-repository.ts';

/** The card fields in e-mails. */
export interface CardMailData {
  brand: string;
  last4: string;
  expireMonth: number;
  expireYear: number;
}

export const cardData = ({ brand, last4, expireMonth, expireYear }: CardMailData) => ({
  brand: isCardBrand(brand) ? cardBrandName(brand) : 'Payment',
  last4,
  expires: `${String(expireMonth).padStart(2, '0')}/${expireYear}`,
});

export const recipient = ({ firstName, lastName, email, companyName }: Payer) => ({
  user: { firstname: firstName, lastname: lastName, email },
  company: { name: companyName },
});

/** The Billing screen. */
export const billingLink = ({ config }: Pick<Context, 'config'>): string =>
  `${config.publicUrl}/card-payments`;
