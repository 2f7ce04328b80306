/** The programs that leads come through: the options in display order. */
export const programs = [
  { value: '0', label: 'None' },
  { value: '1', label: 'Partner' },
  { value: '2', label: 'Referral' },
] as const;
export type ProgramValue = (typeof programs)[number]['value'];

/** How many partners a search shows; there is only one page. */
export const partnerPageSize = 20;
/** The shortest search for a partner, in characters. */
export const minPartnerSearch = 3;

/** The tabs of the lead fields, by code. */
export const leadFieldTabs = [
  { code: 'TLS', label: 'Lead Source' },
  { code: 'TFT', label: 'Lead First Touch' },
] as const;
export type LeadFieldTab = (typeof leadFieldTabs)[number]['code'];

/** How many sources a distribution set's row shows. */
export const shownSetSources = 5;
/** The most digits of a Link ID. */
export const maxLinkIdDigits = 9;

export const leadMessages = {
  phoneOrEmail: 'This field is required if E-mail is not provided.',
  emailOrPhone: 'This field is required if Phone is not provided.',
  noneShowing: 'At least one item must be selected',
  sameLinkId: 'Not unique Link ID',
  linkIdDigits: 'Only numbers are allowed, max size 9',
  noSource: '- at least one lead source must be selected',
} as const;
