/** What a provider sets to run the portal under its own name. The server hands it to the browser with the first page. */
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
