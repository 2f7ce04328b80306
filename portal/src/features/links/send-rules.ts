import { sendLink } from '@lintel/contract/links/links';

/** What the form may say, fetched when somebody begins to fill it in. */
export const sendRules = sendLink.body;
