import { sendLink } from '@lintel/contract/links/links';

/** Validation rules of the form, loaded when the user starts typing. */
export const sendRules = sendLink.body;
