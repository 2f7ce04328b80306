import type { FirstPage } from '@lintel/contract/brand';

/** The provider's brand, from a data block that the server puts into the page. */
export const brand: FirstPage = JSON.parse(document.getElementById('brand')?.textContent ?? '{}');

/** The time zone of "today". */
export const { timeZone: businessTimeZone } = brand;

/** The `tel:` address of a formatted phone number. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
