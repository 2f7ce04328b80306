import { brandLinks, type Brand } from '@lintel/contract/brand';
import type { Config } from './config.ts';

/** The provider's brand from the settings. */
export function brandFromConfig(config: Config): Brand {
  return {
    name: config.BRAND_NAME,
    logoUrl: config.BRAND_LOGO_URL ?? null,
    phone: config.BRAND_PHONE,
    supportEmail: config.BRAND_SUPPORT_EMAIL,
    primaryColor: config.BRAND_PRIMARY_COLOR,
    accentColor: config.BRAND_ACCENT_COLOR,
    links: brandLinks(config.BRAND_SITE_URL.replace(/\/+$/, '')),
  };
}
