const signInForm = () => import('@lintel/contract/identity').then((contract) => contract.signInForm);

/** The contract's rules of the sign-in form: whole, and for its first step. */
export const signInRules = {
  whole: signInForm,
  email: () => signInForm().then((form) => form.pick({ username: true })),
};
