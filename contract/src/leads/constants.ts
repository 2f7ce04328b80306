/** Which program a lead comes through: the values of the choice, in display order. */
export const programs = [
  { value: '0', label: 'None' },
  { value: '1', label: 'Partner' },
  { value: '2', label: 'Referral' },
] as const;
export type ProgramValue = (typeof programs)[number]['value'];

/** How many partners a search shows; it has one page. */
export const partnerPageSize = 20;
/** How many characters a search for a partner takes at least. */
export const minPartnerSearch = 3;

/** The tabs of the lead fields, by their codes. */
export const leadFieldTabs = [
  { code: 'TLS', label: 'Lead Source' },
  { code: 'TFT', label: 'Lead First Touch' },
] as const;
export type LeadFieldTab = (typeof leadFieldTabs)[number]['code'];

/** How many of its sources a distribution set shows in its row. */
export const shownSetSources = 5;
/** How many digits a Link ID has at most. */
export const maxLinkIdDigits = 9;

export const leadMessages = {
  phoneOrEmail: 'This field is required if E-mail is not provided.',
  emailOrPhone: 'This field is required if Phone is not provided.',
  noneShowing: 'At least one item must be selected',
  sameLinkId: 'Not unique Link ID',
  linkIdDigits: 'Only numbers are allowed, max size 9',
  noSource: '- at least one lead source must be selected',
} as const;
