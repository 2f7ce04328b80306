/**
 * A provider's settings to run the portal under its own name. The server sends them to the browser
 * with the first page.
 */
export interface Brand {
  name: string;
  /** URL of a logo; null shows the name and the built-in mark. */
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
 * The portal's first page: the brand, the time zone that days are counted in, whether browsers may
 * keep a service worker, and whether it is a rehearsal.
 */
export interface FirstPage extends Brand {
  timeZone: string;
  hasWorker: boolean;
  /** A restored copy for inspection: it sends nothing out. */
  isRehearsal: boolean;
  /** Whether the public may sign up and apply. */
  isOpen: boolean;
}

/** The pages of a marketing site, from its URL without a trailing slash. */
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

/** The default brand. */
export const defaultBrand: Brand = {
  name: 'Lintel',
  logoUrl: null,
  phone: '(800) 555-0142',
  supportEmail: 'support@lintel.example',
  primaryColor: '#1C418C',
  accentColor: '#68BA62',
  links: brandLinks(defaultSite),
};
