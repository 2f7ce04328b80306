import type { ComponentType } from 'react';
import type { QueryClient } from '@tanstack/react-query';
import type { Access } from '@lintel/contract/core/access';

/** A part of the Settings screen. It loads on its own, and when it fails the others stay. */
export interface SettingsSection {
  /** Its anchor in the address. */
  id: string;
  title: string;
  /** What it is for, in one line. */
  purpose: string;
  access: Access;
  load: () => Promise<{ default: ComponentType }>;
  /** Asks for its first data along with its code. Never throws. */
  prefetch?: (client: QueryClient) => Promise<unknown>;
}
