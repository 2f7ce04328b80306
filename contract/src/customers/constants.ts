/** Customer constants without schemas. */

/** The maximum characters of each text. */
export const customerLimits = {
  name: 150,
  email: 250,
  street: 150,
  city: 100,
  notes: 2_000,
  tag: 40,
} as const;

/** The most tags per customer. */
export const maxCustomerTags = 20;

/** The most rows per imported file. */
export const maxImportRows = 10_000;

/** How a customer was added. */
export const customerOrigins = ['hand', 'application', 'document', 'link', 'import'] as const;
export type CustomerOrigin = (typeof customerOrigins)[number];

export const customerPageSizes = [10, 25, 50, 100] as const;

/** The list's sort orders. */
export const customerOrders = ['activeAt', 'name', 'createdAt'] as const;
export type CustomerOrder = (typeof customerOrders)[number];

/** Active or archived customers. */
export const customerStates = ['active', 'archived'] as const;
export type CustomerState = (typeof customerStates)[number];

/** How a customer was added, as its page shows it. */
export const customerOriginLabels: Record<CustomerOrigin, string> = {
  hand: 'Added by hand',
  application: 'From an application',
  document: 'From a document',
  link: 'From a sent link',
  import: 'From a file',
};

export const customerMessages = {
  zip: 'Please enter a ZIP code such as 80202.',
  tags: `Use ${maxCustomerTags} tags at most.`,
  known: 'Another customer already has this.',
} as const;

/** The largest file of customers, in bytes. */
export const maxImportBytes = 5 * 1024 * 1024;

/** The fields that a file's column can hold. */
export const importFields = [
  'name',
  'firstName',
  'lastName',
  'phone',
  'email',
  'street',
  'city',
  'state',
  'zip',
  'tags',
  'notes',
] as const;
export type ImportField = (typeof importFields)[number];

export const importFieldLabels: Record<ImportField, string> = {
  name: 'Name',
  firstName: 'First name',
  lastName: 'Last name',
  phone: 'Phone',
  email: 'E-mail',
  street: 'Street',
  city: 'City',
  state: 'State',
  zip: 'ZIP code',
  tags: 'Tags',
  notes: 'Notes',
};

/** What an import does with existing customers. */
export const existingCustomerPolicies = ['skip', 'fill'] as const;
export type ExistingCustomerPolicy = (typeof existingCustomerPolicies)[number];

export const importMessages = {
  type: 'Please upload a CSV file. Excel saves one with “Save as”.',
  size: 'The file cannot be more than 5 MB.',
  noName: 'Choose the column that contains the name.',
  empty: 'The file has no rows under its headings.',
  rows: `The file has more than ${maxImportRows.toLocaleString('en-US')} rows. Please split it.`,
  unreadable: (line: number) =>
    `The file cannot be read from line ${line} on. Is a quotation mark missing?`,
  zero: (line: number) =>
    `Line ${line} contains a character that isn't text (a zero byte). Please save the file as CSV again.`,
  noneValid: 'No lines in the file can be imported.',
} as const;
