import { phoneForm } from '@lintel/contract/contractors/profile';
import { emailForm, profileForm } from '@lintel/contract/identity/account';

/** The rules of the Profile card for an account without a phone. */
export const accountRules = profileForm.extend(emailForm.shape);
/** The rules of the Profile card for one with a phone. */
export const contractorRules = accountRules.extend(phoneForm.shape);
