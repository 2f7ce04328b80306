/**
 * One numbered section of the agreement. `{brand}`, `{email}`, and `{phone}` are placeholders for
 * the provider's details.
 */
export interface AgreementSection {
  heading: string;
  paragraphs: readonly string[];
}

/**
 * What a contractor accepts before the portal opens. The acceptance records the version, so every
 * change of the text needs a new version. A provider's own counsel should review it.
 */
export const serviceAgreement = {
  version: '2026-11',
  title: 'Service Provider Agreement',
  effective: 'November 1, 2026',
  sections: [
    {
      heading: 'Who this agreement is between',
      paragraphs: [
        'This agreement is between {brand}, which runs this portal, and the contractor company whose account you are opening. “You” means that company and everyone who uses the portal on its behalf. By accepting, you confirm that you are allowed to sign for the company and that you have read the whole text.',
      ],
    },
    {
      heading: 'What {brand} provides',
      paragraphs: [
        '{brand} gives you a financing page that carries your name and logo, marketing materials that lead homeowners to it, and reports on the applications they make. Homeowners apply on that page, and {brand} passes their applications to lenders in its network.',
        '{brand} is not a lender. It does not make credit decisions, set rates or promise that anyone will be approved. Every loan is a contract between the homeowner and the lender, on the lender’s own terms. Lenders may join or leave the network at any time.',
        'We work to keep the portal available at all hours, but it may be down for maintenance or for reasons outside our control. We may improve or replace features as long as the service you pay for stays substantially the same.',
      ],
    },
    {
      heading: 'How you may use the portal',
      paragraphs: [
        'Market honestly. Describe financing as an option a homeowner may apply for. Do not promise approval, a rate, a payment or “no credit check”, do not present an estimate as an offer, and do not suggest that you are a lender or act for one. If you change our materials, keep every disclosure that came with them.',
        'Let homeowners apply for themselves. You may not fill in or submit an application in someone’s place, advise anyone to give false answers, charge a fee for applying, or raise your price because a customer uses financing.',
        'Follow the law that applies to your work: hold the licenses and insurance it requires, honor your customers’ cancellation rights, treat people equally, and respect the rules on calls, text messages and e-mail. Do not probe, copy, overload or resell the portal.',
        'Keep sign-in details private, give each person an account of their own, and tell us promptly if you believe someone else has used one. You answer for what your team does in the portal.',
      ],
    },
    {
      heading: 'Homeowners’ information',
      paragraphs: [
        'What you learn about a homeowner through the portal is personal and often financial. Use it only to serve that homeowner’s project. Do not sell or share it, do not use it to judge a person’s credit, and do not keep it longer than the job or the law requires.',
        'Protect it with reasonable safeguards, limit it to the people who need it, and tell us within 48 hours after you find out that it was lost or seen by someone who should not have seen it. {brand} handles personal information as its privacy notice describes and expects the same care from its own suppliers.',
      ],
    },
    {
      heading: 'Subscription, fees and renewal',
      paragraphs: [
        'Paid plans are sold as an annual subscription at the price shown when you sign up. The fee is due in advance, by the card you have on file, and taxes are added where they apply.',
        'Your annual subscription renews automatically for another year at the price then in effect unless you cancel before the renewal date. If the price changes, we tell you by e-mail at least 30 days before that date.',
        'To cancel, write to {email} or call {phone} at any time before the renewal date. Your plan stays open until the end of the year you have paid for. If a payment fails, we may limit the account until it is settled.',
      ],
    },
    {
      heading: 'Our guarantee',
      paragraphs: [
        'If homeowners complete 10 applications through your page within 30 days and none of them receives a loan option, we refund the subscription fee you paid for the current year. The 30 days may start on any day of a subscription year.',
        'Applications count when they are complete, truthful and made by different homeowners for a project of their own. Ask for the refund within 60 days after the last of those applications, by e-mail or by phone; we pay it to the card that was charged. A refund ends the paid plan.',
      ],
    },
    {
      heading: 'Commissions and payouts',
      paragraphs: [
        'Your plan may earn commissions on funded projects, qualified applications and referrals, at the rates shown in the portal. A commission counts once the funding or payment behind it is confirmed, and it may be taken back if that is later reversed or was obtained by breaking this agreement.',
        'Payouts are made once a month to the bank account you name. We hold them until your bank details are complete and, once your payouts for a calendar year reach $600, until we have verified your Form W-9. You are responsible for your own taxes; we report payments to the tax authorities as the law requires.',
        'Where a law forbids paying you for a particular kind of loan, no commission is earned on it.',
      ],
    },
    {
      heading: 'Names, logos and content',
      paragraphs: [
        'Each side keeps what it owns. You let us show your name, logo and texts on your page and in your materials while the account is open. We let you use our materials to promote your financing page, unchanged except for the parts meant for you, until the account ends.',
      ],
    },
    {
      heading: 'Confidentiality',
      paragraphs: [
        'Keep private what you learn about our lenders, prices and methods that is not public, and we keep private what we learn about your business. Both of us may share it with advisers and suppliers who are bound to secrecy, or when a law or court requires it. This duty continues for three years after the agreement ends.',
      ],
    },
    {
      heading: 'Ending the agreement',
      paragraphs: [
        'You may close your account at any time. We may end the agreement with 30 days’ notice and then refund the unused part of the year. We may suspend or close an account at once when homeowners, lenders or other contractors are at risk, when the law demands it, or when you break this agreement in a serious way.',
        'When the account ends, stop using our materials and take down links and widgets. Commissions confirmed before that day are still paid, and the duties about homeowners’ information, confidentiality and liability stay in force.',
      ],
    },
    {
      heading: 'Responsibility and liability',
      paragraphs: [
        'The portal is provided as it is. We do not warrant a number of applications, approvals or sales; the guarantee above is the only promise about results. You are responsible for your work, your prices and what you tell homeowners.',
        'If a third party claims damages because you broke this agreement or the law, you cover the reasonable cost. Neither side owes the other lost profits or indirect damages, and the total liability of either is limited to the fees you paid in the twelve months before the claim. These limits do not apply to fraud, willful misconduct, misuse of personal information, or where the law does not allow them.',
      ],
    },
    {
      heading: 'Changes to this text',
      paragraphs: [
        'Each version of this agreement carries a number and a date. When it changes, the portal asks you to review and accept the new version before you go on. A new version does not take away commissions or refunds already earned. If you do not agree, you may cancel and use the portal no further.',
      ],
    },
    {
      heading: 'Governing law and disputes',
      paragraphs: [
        'The law of the state where {brand} has its principal office applies, together with the federal law of the United States. Before going to court, both sides try for 30 days to settle a dispute by talking; after that, the courts of that state decide. If one part of this agreement cannot be enforced, the rest remains.',
      ],
    },
    {
      heading: 'How to reach us',
      paragraphs: [
        'Questions about this agreement, notices and cancellations go to {email} or {phone}. We write to the e-mail address of the account’s owner, so please keep it up to date.',
      ],
    },
  ],
} as const satisfies {
  version: string;
  title: string;
  effective: string;
  sections: readonly AgreementSection[];
};
