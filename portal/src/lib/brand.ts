import type { Brand } from '@lintel/contract/brand';

/** The provider's brand, which the server puts into the page as a data block. */
export const brand = JSON.parse(document.getElementById('brand')?.textContent ?? '{}') as Brand;

/** `tel:` address of a phone number as people write it. */
export const phoneLink = (phone: string): string => `tel:${phone.replace(/[^\d+]/g, '')}`;
