import type { NoticeWords } from './words.ts';

/** The model forms of 12 CFR 1002, appendix C, and the notice of 12 CFR 1002.9(b)(1). */
export const english: NoticeWords = {
  title: 'Notice of action taken and statement of reasons',
  courtesy: '',
  lead: ({ name, company, applied, number }) =>
    `${name}, thank you for your application for credit of ${applied} through ${company} (application ${number}).`,
  action: {
    declined: ({ creditor }) =>
      `**Action taken:** ${creditor} has denied your application for credit.`,
    'no-offers': ({ creditor }) =>
      `**Action taken:** ${creditor} was unable to approve your application for credit.`,
    withdrawn: ({ creditor }) =>
      `**Action taken:** ${creditor} has withdrawn the credit that it had offered to you.`,
    'counter-offer': ({ creditor, offered }) =>
      `**Action taken:** ${creditor} was unable to offer you credit on the terms that you requested. It offered you credit of ${offered}. You did not accept that offer, so no credit was granted.`,
  },
  dated: (day) => `Date of this notice: ${day}`,
  creditor: 'Creditor',
  phone: (number) => `Phone: ${number}`,
  reasons: 'Principal reasons for the decision',
  unstated: {
    title: 'Your right to a statement of reasons',
    text: 'You have the right to a statement of the specific reasons for this decision. To get it, write to or call the creditor named above within 60 days after you receive this notice. The creditor gives you the statement within 30 days after it receives your request.',
  },
  report: {
    title: 'Information from a consumer reporting agency',
    text: 'The creditor’s decision was based in whole or in part on information obtained in a report from the consumer reporting agency listed below. You have a right under the Fair Credit Reporting Act to know the information contained in your credit file at the consumer reporting agency. The reporting agency played no part in the decision and is unable to supply specific reasons why credit was denied. You also have a right to a free copy of your report from the reporting agency, if you request it no later than 60 days after you receive this notice. In addition, if you find that any information contained in the report you receive is inaccurate or incomplete, you have the right to dispute the matter with the reporting agency.',
  },
  tollFree: (number) => `Toll-free: ${number}`,
  score: {
    title: 'Your credit score',
    text: 'The creditor also obtained your credit score from a consumer reporting agency and used it in making its decision. Your credit score is a number that reflects the information in your credit report. Your credit score can change, depending on how the information in your credit report changes.',
    yours: (score) => `Your credit score: ${score}`,
    made: (day) => `Date: ${day}`,
    range: (lowest, highest) => `Scores range from a low of ${lowest} to a high of ${highest}`,
    source: (name) => `Source: ${name}`,
    factors: 'Key factors that adversely affected your credit score:',
  },
  equalCredit: {
    title: 'Equal Credit Opportunity Act',
    text: (agency) =>
      `The federal Equal Credit Opportunity Act prohibits creditors from discriminating against credit applicants on the basis of race, color, religion, national origin, sex, marital status, age (provided the applicant has the capacity to enter into a binding contract); because all or part of the applicant's income derives from any public assistance program; or because the applicant has in good faith exercised any right under the Consumer Credit Protection Act. The federal agency that administers compliance with this law concerning this creditor is ${agency}.`,
  },
  sender: (provider) => `${provider} sends this notice for the creditor named above.`,
};
