import type { ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import * as m from '#messages';
import { staffWith, type Access } from '@lintel/contract/core/access';
import { changingRules } from '@lintel/contract/core/changing-rules';
import { twoStepSection } from '../identity/index.ts';
import { leadDistributionSection, leadFieldsSection } from '../leads/index.ts';
import { linkSettingsSection } from '../links/index.ts';
import { legalTextsSection, providerSection } from '../legal/index.ts';
import { templatesSection } from '../marketing/index.ts';
import { retentionSection } from '../privacy/index.ts';
import { arrangeSection, materialsSection } from '../training/index.ts';
import { prefetchAgreement, prefetchMultipleUsers } from './requests.ts';

/** A part of the Settings screen. It loads on its own, and when it fails the others stay. */
export interface SettingsSection {
  /** Its anchor in the address. */
  id: string;
  title: string;
  /** What it is for, in one line. */
  purpose: string;
  access: Access;
  /** Who may change it; the section says so to staff who may only read it. */
  changing?: Access;
  load: () => Promise<{ default: ComponentType }>;
  /** Asks for its first data along with its code. Never throws. */
  prefetch?: (client: QueryClient) => Promise<unknown>;
}

/** The sections of the Settings screen in display order. */
export const settingsSections: readonly SettingsSection[] = [
  materialsSection,
  leadFieldsSection,
  leadDistributionSection,
  templatesSection,
  arrangeSection,
  {
    id: 'multiple-users',
    title: m.settings_multiple_users(),
    purpose: m.settings_how_many_team_users_each(),
    access: staffWith(['manage-settings', 'access']),
    load: () =>
      import('./multiple-users/multiple-users-section.tsx').then((module) => ({
        default: module.MultipleUsersSection,
      })),
    prefetch: prefetchMultipleUsers,
  },
  {
    id: 'service-agreement-date',
    title: m.settings_service_agreement_date(),
    purpose: m.settings_the_date_since_which_contractors(),
    access: staffWith(['manage-settings', 'access']),
    changing: changingRules,
    load: () =>
      import('./agreement-section.tsx').then((module) => ({
        default: module.AgreementSection,
      })),
    prefetch: prefetchAgreement,
  },
  linkSettingsSection,
  legalTextsSection,
  providerSection,
  retentionSection,
  twoStepSection,
];
