import { toUser, type DefaultTemplate } from './template.ts';

const billing = { category: 'Billing', type: 1, to: toUser, unsubscribe: false } as const;
const payouts = { ...billing, category: 'Payouts' } as const;

export const billingTemplates: DefaultTemplate[] = [
  {
    ...billing,
    event: 'payment-succeeded',
    description: 'A receipt for a payment of the subscription',
    subject: 'Receipt for your payment of {{ payment.amount }}',
    body: `<h1>Thank you for your payment</h1>
<p>Hi {{ user.firstname }},</p>
<p>We received your payment for {{ brand.name }}.</p>
<table class="facts">
  <tr><td>Invoice</td><td>{{ payment.number }}</td></tr>
  <tr><td>Amount</td><td>{{ payment.amount }}</td></tr>
  <tr><td>Plan</td><td>{{ payment.plan }}</td></tr>
  <tr><td>Date</td><td>{{ payment.date }}</td></tr>
  <tr><td>Card</td><td>{{ card.brand }} ending in {{ card.last4 }}</td></tr>
</table>
<p><a class="button" href="{{ payment.receipt }}">Download the receipt (PDF)</a></p>
<p><a href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'payment-confirm',
    description: 'The bank wants the cardholder to confirm a payment of the subscription',
    subject: 'Please confirm your payment of {{ payment.amount }}',
    body: `<h1>Please confirm your payment</h1>
<p>Hi {{ user.firstname }},</p>
<p>Your bank wants you to confirm the payment of {{ payment.amount }} for the {{ payment.plan }} plan{% if card %} with your {{ card.brand }} card ending in {{ card.last4 }}{% endif %}. It takes a minute: the button below takes you to your bank. The card itself is fine.</p>
{% if payment.next %}<p>{{ payment.next }}</p>
{% endif %}<p><a class="button" href="{{ link }}">Confirm the payment</a></p>`,
  },
  {
    ...billing,
    event: 'price-change',
    description: 'Tells the contractor of another price at least 30 days before it is charged',
    subject: 'From {{ price.from }} your {{ price.plan }} plan costs {{ price.new }} a year',
    body: `<h1>The price of your plan changes</h1>
<p>Hi {{ user.firstname }},</p>
<p>The next year of {{ company.name }} with {{ brand.name }} begins on {{ price.from }}. From that day, the price is:</p>
<table class="facts">
  <tr><td>Plan</td><td>{{ price.plan }}</td></tr>
  <tr><td>Price now</td><td>{{ price.old }} a year</td></tr>
  <tr><td>New price</td><td>{{ price.new }} a year{% if price.installments > 1 %}, paid in {{ price.installments }} installments{% endif %}</td></tr>
  <tr><td>Holds from</td><td>{{ price.from }}</td></tr>
</table>
{% if price.replaces %}<p>This replaces what we wrote on {{ price.replaces }}.</p>
{% endif %}<p>You do not need to do anything. If you do not want to continue, cancel on the Billing page before {{ price.from }}.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'renewal-reminder',
    description:
      'Reminds the contractor about 30 days before the next year of the subscription begins',
    subject: 'Your {{ price.plan }} plan renews on {{ price.from }}',
    body: `<h1>Your plan renews soon</h1>
<p>Hi {{ user.firstname }},</p>
<p>The {{ price.plan }} plan of {{ company.name }} renews on {{ price.from }} for another year. It costs {{ price.new }} a year{% if price.installments > 1 %}, paid in {{ price.installments }} installments; the first one is {{ price.first }}{% endif %}. We charge it to the card on file.</p>
<p>You do not need to do anything. If you do not want to continue, cancel on the Billing page before that day.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'plan-changed',
    description: 'Another plan was chosen, with its price and the day from which it is charged',
    subject:
      '{% if plan.isNow %}Your plan is now {{ plan.new }}{% else %}Your plan changes to {{ plan.new }} on {{ plan.from }}{% endif %}',
    body: `<h1>Your plan has changed</h1>
<p>Hi {{ user.firstname }},</p>
{% if plan.isNow %}<p>{{ company.name }} is now on the {{ plan.new }} plan{% if plan.old != '' %} instead of {{ plan.old }}{% endif %}. You can use all it includes from today.</p>{% else %}<p>{{ company.name }} changes to the {{ plan.new }} plan on {{ plan.from }}. Until then, everything stays as it is.</p>{% endif %}
<table class="facts">
  <tr><td>Plan</td><td>{{ plan.new }}</td></tr>
  <tr><td>Price</td><td>{{ plan.price }} a year</td></tr>
  <tr><td>Charged from</td><td>{{ plan.from }}</td></tr>
</table>
<p>If you don't agree with this change, please answer this e-mail or cancel on the Billing page.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'plan-canceled',
    description: 'The subscription was canceled, at once or at the end of the paid year',
    subject:
      '{% if plan.isNow %}Your {{ plan.name }} plan was canceled{% else %}Your {{ plan.name }} plan ends on {{ plan.until }}{% endif %}',
    body: `{% if plan.isNow %}<h1>Your plan was canceled</h1>
<p>Hi {{ user.firstname }},</p>
<p>The {{ plan.name }} plan of {{ company.name }} with {{ brand.name }} was canceled today. Nothing more is charged.</p>
{% else %}<h1>Your plan ends on {{ plan.until }}</h1>
<p>Hi {{ user.firstname }},</p>
<p>The {{ plan.name }} plan of {{ company.name }} with {{ brand.name }} does not renew. Your plan stays open until {{ plan.until }}, the end of the year you have paid for.</p>
{% endif %}{% if plan.refund != '' %}<p>We refund {{ plan.refund }} to your card. Your bank may need 5 to 10 days to show it.</p>
{% endif %}<p>If this is not what you expected, please answer this e-mail.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'plan-continues',
    description: 'A scheduled cancellation of the subscription was undone',
    subject: 'Your {{ plan.name }} plan continues',
    body: `<h1>Your plan continues</h1>
<p>Hi {{ user.firstname }},</p>
<p>The {{ plan.name }} plan of {{ company.name }} no longer ends on {{ plan.until }}. It renews on that day for another year.</p>
<p>If this is not what you expected, cancel on the Billing page before that day or answer this e-mail.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'payment-refunded',
    description: 'A payment of the subscription, or a part of it, was refunded',
    subject: 'We refunded {{ payment.refund }}',
    body: `<h1>Your refund is on its way</h1>
<p>Hi {{ user.firstname }},</p>
<p>We refunded {{ payment.refund }} to the card you paid with. Your bank may need 5 to 10 days to show it.</p>
<table class="facts">
  <tr><td>Invoice</td><td>{{ payment.number }}</td></tr>
  <tr><td>Plan</td><td>{{ payment.plan }}</td></tr>
  <tr><td>Paid</td><td>{{ payment.amount }}</td></tr>
  <tr><td>Refunded</td><td>{{ payment.refund }}</td></tr>
  <tr><td>Date</td><td>{{ payment.date }}</td></tr>
</table>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'payment-failed',
    description: 'A payment of the subscription failed',
    subject: 'Your payment of {{ payment.amount }} did not go through',
    body: `<h1>Your payment did not go through</h1>
<p>Hi {{ user.firstname }},</p>
{% if card %}<p>We could not charge your {{ card.brand }} card ending in {{ card.last4 }} for the {{ payment.plan }} plan ({{ payment.amount }}).{% if payment.reason %} The bank says: {{ payment.reason }}.{% endif %}</p>
<p>Please check the card or use another one, so that your account stays active.</p>
{% else %}<p>We could not take your payment of {{ payment.amount }} for the {{ payment.plan }} plan, because there is no payment card on file.</p>
{% endif %}{% if payment.next %}<p>{{ payment.next }}</p>
{% endif %}<p><a class="button" href="{{ link }}">Update my card</a></p>`,
  },
  {
    ...billing,
    event: 'card-expiring',
    description: 'The billing card is about to expire',
    subject: 'Your card ending in {{ card.last4 }} expires soon',
    body: `<h1>Your card expires soon</h1>
<p>Hi {{ user.firstname }},</p>
<p>Your {{ card.brand }} card ending in {{ card.last4 }} expires {{ card.expires }}. Update it now, and your next payment goes through without a break.</p>
<p><a class="button" href="{{ link }}">Update my card</a></p>`,
  },
  {
    ...billing,
    event: 'guarantee-claim',
    description: 'A claim of the guarantee was opened or decided',
    subject: 'Your guarantee claim: {{ claim.status }}',
    body: `<h1>Your guarantee claim: {{ claim.status }}</h1>
<p>Hi {{ user.firstname }},</p>
{% if claim.status == "received" %}<p>We received your guarantee claim for {{ company.name }} and are looking at it. You will hear from us within a few days.</p>
{% elsif claim.status == "approved" %}<p>Your claim was approved. We are refunding {{ claim.amount }} to your card; the paid plan has ended.</p>
{% else %}<p>We could not approve your claim.{% if claim.note %} {{ claim.note }}{% endif %}</p>
{% endif %}<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...payouts,
    event: 'w9-status',
    description: 'The review of a W-9 form has a result',
    subject: 'Your W-9 form: {{ w9.status }}',
    body: `<h1>Your W-9 form: {{ w9.status }}</h1>
<p>Hi {{ user.firstname }},</p>
{% if w9.status == "Rejected" %}<p>We could not verify the W-9 form of {{ company.name }}{% if w9.comment %}: {{ w9.comment }}{% endif %}. Payouts are held until a corrected form is in.</p>
<p><a class="button" href="{{ link }}">Correct the form</a></p>
{% else %}<p>The status of the W-9 form of {{ company.name }} is now <strong>{{ w9.status }}</strong>.</p>
<p><a class="button" href="{{ link }}">View my payout settings</a></p>{% endif %}`,
  },
  {
    ...payouts,
    event: 'payout-method-changed',
    description: 'Tells the owner that the bank details were changed',
    subject: 'Your bank details were changed',
    body: `<h1>Your bank details were changed</h1>
<p>Hi {{ user.firstname }},</p>
<p>Payouts of {{ company.name }} now go to {{ payout.bank }}, account ending in {{ payout.account }}. To keep your money safe, nothing is paid to changed details for {{ payout.holdDays }} days.</p>
<p><a class="button" href="{{ link }}">View my payout settings</a></p>
<p>If you did not do this, contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...payouts,
    event: 'payout-returned',
    description: 'The bank sent a payout back',
    subject: 'Your payout of {{ payout.amount }} came back',
    body: `<h1>Your payout came back</h1>
<p>Hi {{ user.firstname }},</p>
<p>The bank returned the payout of {{ payout.amount }} to {{ company.name }} for {{ payout.period }}{% if payout.reason %}: {{ payout.reason }}{% endif %}. It is not lost. We pay it again with your next payout once you re-enter your bank details.</p>
<p><a class="button" href="{{ link }}">Check my bank details</a></p>`,
  },
  {
    ...payouts,
    event: 'payout-sent',
    description: 'A payout is on its way to the bank',
    subject: 'Your payout of {{ payout.amount }} is on its way',
    body: `<h1>Your payout is on its way</h1>
<p>Hi {{ user.firstname }},</p>
<p>We sent {{ payout.amount }} to {{ company.name }}. Banks usually take one to three business days.</p>
<table class="facts">
  <tr><td>Amount</td><td>{{ payout.amount }}</td></tr>
  <tr><td>For</td><td>{{ payout.period }}</td></tr>
  <tr><td>Account</td><td>ending in {{ payout.account }}</td></tr>
</table>
<p><a class="button" href="{{ link }}">View my commissions</a></p>`,
  },
  {
    ...payouts,
    type: 0,
    event: 'payout-run-waiting',
    description: 'Tells staff who pay that a run waits for its release',
    subject: 'A payout run of {{ run.amount }} waits for its release',
    body: `<h1>A payout run waits for its release</h1>
<p>Hi {{ user.firstname }},</p>
<p>{% if run.preparedBy %}{{ run.preparedBy }} prepared payout run {{ run.id }}{% else %}Payout run {{ run.id }} was prepared automatically{% endif %}: {{ run.payouts }}, {{ run.amount }} in all. Nothing is paid until somebody else releases it.</p>
<p><a class="button" href="{{ link }}">Look at the run</a></p>`,
  },
  {
    ...payouts,
    type: 0,
    event: 'lender-failing',
    description: 'Tells staff who manage lenders that one doesn’t answer, or answers again',
    subject:
      '{{ lender.name }} {% if lender.works %}answers again{% else %}doesn’t accept our calls{% endif %}',
    body: `<h1>{{ lender.name }} {% if lender.works %}answers again{% else %}doesn’t accept our calls{% endif %}</h1>
<p>Hi {{ user.firstname }},</p>
<p>{% if lender.works %}Applications that waited are on their way to the lender.{% else %}The last calls failed: {{ lender.problem }} We keep trying. Applications for this lender wait, and lenders after it in the order are asked once its time is over.{% endif %}</p>
<p><a class="button" href="{{ link }}">Look at the lender</a></p>`,
  },
  {
    ...payouts,
    type: 0,
    event: 'funding-reversed-payers',
    description: 'Tells staff who pay that a lender reversed funding',
    subject:
      '{{ reversal.lender }} reversed {{ reversal.amount }} of funding at {{ company.name }}',
    body: `<h1>A lender reversed funding</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ reversal.lender }} reversed {{ reversal.amount }} of the funding of application {{ reversal.application }} at {{ company.name }}. A commission on that amount is deducted from the contractor's payouts.</p>
<p><a class="button" href="{{ link }}">View payouts</a></p>`,
  },
];
