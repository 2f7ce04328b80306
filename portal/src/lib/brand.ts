import type { FirstPage } from '@lintel/contract/brand';

/** The provider's brand, which the server puts into the page as a data block. */
export const brand: FirstPage = JSON.parse(document.getElementById('brand')?.textContent ?? '{}');

/** The zone in which "today" is taken. */
export const { timeZone: businessTimeZone } = brand;

/** `tel:` address of a phone number as people write it. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
