import type { ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { Access } from '@lintel/contract/core/access';
import { agreementSection, multipleUsersSection } from '../contractors/index.ts';
import { twoStepSection } from '../identity/index.ts';
import { leadDistributionSection, leadFieldsSection } from '../leads/index.ts';
import { linkSettingsSection } from '../links/index.ts';
import { legalTextsSection, providerSection } from '../legal/index.ts';
import { templatesSection } from '../marketing/index.ts';
import { retentionSection } from '../privacy/index.ts';
import { arrangeSection, materialsSection } from '../training/index.ts';

/**
 * A part of the Settings screen. It loads separately, and its failure doesn't affect the others.
 */
export interface SettingsSection {
  /** Its anchor in the address. */
  id: string;
  title: string;
  /** A one-line description. */
  purpose: string;
  access: Access;
  /** Who may change it; the section shows a note to staff with read-only access. */
  changing?: Access;
  load: () => Promise<{ default: ComponentType }>;
  /** Prefetches its first data along with its code. Never throws. */
  prefetch?: (client: QueryClient) => Promise<unknown>;
}

/** The sections of the Settings screen in display order. */
export const settingsSections: readonly SettingsSection[] = [
  materialsSection,
  leadFieldsSection,
  leadDistributionSection,
  templatesSection,
  arrangeSection,
  multipleUsersSection,
  agreementSection,
  linkSettingsSection,
  legalTextsSection,
  providerSection,
  retentionSection,
  twoStepSection,
];
