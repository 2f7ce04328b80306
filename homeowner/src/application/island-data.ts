import type { ApplicationDraft } from '@lintel/contract/applications/form';
import type { Language } from '@lintel/contract/core/language';
import type { UsState } from '@lintel/contract/core/us-states';
import type { ConsentBox, StateText } from '@lintel/contract/legal/page';

/** The server's data for the form's script. */
export interface IslandData {
  pageId: number;
  pageName: string;
  companyName: string;
  brandName: string;
  /** The contractor's phone, ten digits, or empty. */
  phone: string;
  source: string;
  language: Language;
  /** What was typed before the script loaded. */
  typed?: ApplicationDraft;
  /** The consents, in the page's language. */
  consents: ConsentBox[];
  /** The states whose homeowners can apply; null for all. */
  servedStates: readonly UsState[] | null;
  /** The disclosures of states, in the page's language. */
  stateTexts: StateText[];
}
