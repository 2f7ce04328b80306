import type { Plugin } from 'vite';
import type { Brand } from '@lintel/contract/brand';

const site = 'https://www.lintel.example';

/** What the server would put into the page with its default settings. */
const developmentBrand: Brand = {
  name: 'Lintel',
  logoUrl: null,
  phone: '(800) 555-0142',
  supportEmail: 'support@lintel.example',
  primaryColor: '#1C418C',
  accentColor: '#68BA62',
  links: {
    aboutUs: `${site}/about-us`,
    howItWorks: `${site}/how-it-works`,
    customerStories: `${site}/customer-stories`,
    phone: `${site}/contact`,
    getStarted: `${site}/get-started`,
    serviceProviderAgreement: `${site}/service-provider-agreement`,
  },
};

/** Fills the page's brand block on the development server; a built page keeps the mark for the server to replace. */
export function brandPlugin(): Plugin {
  return {
    name: 'lintel-brand',
    apply: 'serve',
    transformIndexHtml: (html) => html.replace('<!--brand-->', JSON.stringify(developmentBrand)),
  };
}
