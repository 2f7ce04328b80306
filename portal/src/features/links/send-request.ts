import type { LinkChannel } from '@lintel/contract/links/constants';
import type { Language } from '@lintel/contract/core/language';

/** Known values when the sheet opens. */
export interface SendRequest {
  customerId?: number;
  /** In dollars. */
  amount?: number;
  name?: string;
  phone?: string;
  email?: string;
  pageId?: number;
}

/** The form values. */
export interface SendValues {
  customerId: number | undefined;
  name: string;
  phone: string;
  email: string;
  channel: LinkChannel;
  amount: string;
  pageId: number | undefined;
  language: Language;
  asked: boolean;
  remind: boolean;
}
