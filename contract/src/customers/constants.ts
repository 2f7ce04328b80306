/** Constants of customers without schemas. */

/** The most characters that each text takes. */
export const customerLimits = {
  name: 150,
  email: 250,
  street: 150,
  city: 100,
  notes: 2_000,
  tag: 40,
} as const;

/** So many tags a customer may have. */
export const maxCustomerTags = 20;

/** Rows that one file may bring. */
export const maxImportRows = 10_000;

/** How a customer came into the list. */
export const customerOrigins = ['hand', 'application', 'document', 'link', 'import'] as const;
export type CustomerOrigin = (typeof customerOrigins)[number];
