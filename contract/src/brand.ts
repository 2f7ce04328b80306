/**
 * What a provider sets to run the portal under its own name. The server hands it to the browser
 * with the first page.
 */
export interface Brand {
  name: string;
  /** Address of a logo picture; null shows the name and the built-in mark. */
  logoUrl: string | null;
  phone: string;
  supportEmail: string;
  /** `#RRGGBB` */
  primaryColor: string;
  accentColor: string;
  /** Pages of the provider's marketing site. */
  links: {
    aboutUs: string;
    howItWorks: string;
    customerStories: string;
    phone: string;
    getStarted: string;
    serviceProviderAgreement: string;
  };
}

/**
 * What the portal's first page carries: the brand, the time zone in which days are counted, whether
 * browsers may keep a service worker, and whether it is a rehearsal.
 */
export interface FirstPage extends Brand {
  timeZone: string;
  hasWorker: boolean;
  /** A restored copy that is only looked at: nothing leaves it. */
  isRehearsal: boolean;
}

/** The pages of a marketing site, by its address without a slash at the end. */
export const brandLinks = (site: string): Brand['links'] => ({
  aboutUs: `${site}/about-us`,
  howItWorks: `${site}/how-it-works`,
  customerStories: `${site}/customer-stories`,
  phone: `${site}/contact`,
  getStarted: `${site}/get-started`,
  serviceProviderAgreement: `${site}/service-provider-agreement`,
});

export const defaultTimeZone = 'America/New_York';

export const defaultSite = 'https://www.lintel.example';

/** The brand where a provider has set none. */
export const defaultBrand: Brand = {
  name: 'Lintel',
  logoUrl: null,
  phone: '(800) 555-0142',
  supportEmail: 'support@lintel.example',
  primaryColor: '#1C418C',
  accentColor: '#68BA62',
  links: brandLinks(defaultSite),
};
