import type { ApplicationDraft } from '@lintel/contract/applications/form';
import type { Language } from '@lintel/contract/core/language';

/** What the server hands to the form's script. */
export interface IslandData {
  pageId: number;
  pageName: string;
  companyName: string;
  brandName: string;
  /** The contractor's phone, ten digits, or empty. */
  phone: string;
  source: string;
  language: Language;
  /** What was typed before the script was there. */
  typed?: ApplicationDraft;
}
