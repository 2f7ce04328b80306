import { phoneForm } from '@lintel/contract/contractors/profile';
import { emailForm, profileForm } from '@lintel/contract/identity/account';

/** The Profile card's rules for an account without a phone. */
export const accountRules = profileForm.extend(emailForm.shape);
/** The Profile card's rules for an account with a phone. */
export const contractorRules = accountRules.extend(phoneForm.shape);
