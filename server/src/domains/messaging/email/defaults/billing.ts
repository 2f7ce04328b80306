import { toUser, type DefaultTemplate } from './template.ts';

const billing = { category: 'Billing', type: 1, to: toUser, unsubscribe: false } as const;
const payouts = { ...billing, category: 'Payouts' } as const;

export const billingTemplates: DefaultTemplate[] = [
  {
    ...billing,
    event: 'payment-succeeded',
    description: 'Receipt for a subscription payment',
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
    description: 'The bank needs the cardholder to confirm a subscription payment',
    subject: 'Please confirm your payment of {{ payment.amount }}',
    body: `<h1>Please confirm your payment</h1>
<p>Hi {{ user.firstname }},</p>
<p>Your bank needs you to confirm the payment of {{ payment.amount }} for the {{ payment.plan }} plan{% if card %} with your {{ card.brand }} card ending in {{ card.last4 }}{% endif %}. It takes a minute. The button below takes you to your bank. There's nothing wrong with the card.</p>
{% if payment.next %}<p>{{ payment.next }}</p>
{% endif %}<p><a class="button" href="{{ link }}">Confirm the payment</a></p>`,
  },
  {
    ...billing,
    event: 'price-change',
    description: 'Notice of a price change, at least 30 days before it is charged',
    subject: 'Your {{ price.plan }} plan will cost {{ price.new }} a year from {{ price.from }}',
    body: `<h1>The price of your plan is changing</h1>
<p>Hi {{ user.firstname }},</p>
<p>The next subscription year for {{ company.name }} begins on {{ price.from }}. Starting that day, the price is:</p>
<table class="facts">
  <tr><td>Plan</td><td>{{ price.plan }}</td></tr>
  <tr><td>Current price</td><td>{{ price.old }} a year</td></tr>
  <tr><td>New price</td><td>{{ price.new }} a year{% if price.installments > 1 %}, paid in {{ price.installments }} installments{% endif %}</td></tr>
  <tr><td>Starting</td><td>{{ price.from }}</td></tr>
</table>
{% if price.replaces %}<p>This replaces our notice of {{ price.replaces }}.</p>
{% endif %}<p>You don't need to do anything. If you don't want to continue, cancel on the Billing page before {{ price.from }}.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'renewal-reminder',
    description: 'Reminder about 30 days before the subscription renews',
    subject: 'Your {{ price.plan }} plan renews on {{ price.from }}',
    body: `<h1>Your plan renews soon</h1>
<p>Hi {{ user.firstname }},</p>
<p>The {{ price.plan }} plan for {{ company.name }} renews on {{ price.from }} for another year. It costs {{ price.new }} a year{% if price.installments > 1 %}, paid in {{ price.installments }} installments; the first is {{ price.first }}{% endif %}. We'll charge the card on file.</p>
<p>You don't need to do anything. If you don't want to continue, cancel on the Billing page before that day.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'plan-changed',
    description: 'The plan was changed, with the new price and the day it takes effect',
    subject:
      '{% if plan.isNow %}Your plan is now {{ plan.new }}{% else %}Your plan will change to {{ plan.new }} on {{ plan.from }}{% endif %}',
    body: `<h1>{% if plan.isNow %}Your plan has changed{% else %}Your plan is changing{% endif %}</h1>
<p>Hi {{ user.firstname }},</p>
{% if plan.isNow %}<p>{{ company.name }} is now on the {{ plan.new }} plan{% if plan.old != '' %} instead of {{ plan.old }}{% endif %}. You can use everything it includes starting today.</p>{% else %}<p>{{ company.name }} will move to the {{ plan.new }} plan on {{ plan.from }}. Until then, nothing changes.</p>{% endif %}
<table class="facts">
  <tr><td>Plan</td><td>{{ plan.new }}</td></tr>
  <tr><td>Price</td><td>{{ plan.price }} a year</td></tr>
  <tr><td>Charged from</td><td>{{ plan.from }}</td></tr>
</table>
<p>If you don't agree with this change, reply to this e-mail or cancel on the Billing page.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'plan-canceled',
    description: 'The subscription was canceled, immediately or at the end of the paid year',
    subject:
      '{% if plan.isNow %}Your {{ plan.name }} plan was canceled{% else %}Your {{ plan.name }} plan ends on {{ plan.until }}{% endif %}',
    body: `{% if plan.isNow %}<h1>Your plan was canceled</h1>
<p>Hi {{ user.firstname }},</p>
<p>The {{ plan.name }} plan for {{ company.name }} was canceled today. You won't be charged again.</p>
{% else %}<h1>Your plan ends on {{ plan.until }}</h1>
<p>Hi {{ user.firstname }},</p>
<p>The {{ plan.name }} plan for {{ company.name }} won't renew. You can keep using it until {{ plan.until }}, the end of the year you've paid for.</p>
{% endif %}{% if plan.refund != '' %}<p>We're refunding {{ plan.refund }} to your card. It may take your bank 5 to 10 days to show it.</p>
{% endif %}<p>If this isn't what you expected, please reply to this e-mail.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'plan-continues',
    description: 'A scheduled cancellation of the subscription was undone',
    subject: 'Your {{ plan.name }} plan continues',
    body: `<h1>Your plan continues</h1>
<p>Hi {{ user.firstname }},</p>
<p>The {{ plan.name }} plan for {{ company.name }} no longer ends on {{ plan.until }}. It will renew that day for another year.</p>
<p>If this isn't what you expected, cancel on the Billing page before that day or reply to this e-mail.</p>
<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...billing,
    event: 'payment-refunded',
    description: 'A subscription payment was refunded in full or in part',
    subject: 'We refunded {{ payment.refund }}',
    body: `<h1>Your refund is on its way</h1>
<p>Hi {{ user.firstname }},</p>
<p>We refunded {{ payment.refund }} to the card you paid with. It may take your bank 5 to 10 days to show it.</p>
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
    description: 'A subscription payment failed',
    subject: 'Your payment of {{ payment.amount }} didn’t go through',
    body: `<h1>Your payment didn't go through</h1>
<p>Hi {{ user.firstname }},</p>
{% if card %}<p>We couldn't charge your {{ card.brand }} card ending in {{ card.last4 }} for the {{ payment.plan }} plan ({{ payment.amount }}).{% if payment.reason %} The bank says: {{ payment.reason }}.{% endif %}</p>
<p>Please check the card or use another one so your account stays active.</p>
{% else %}<p>We couldn't take your payment of {{ payment.amount }} for the {{ payment.plan }} plan because there's no card on file.</p>
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
<p>Your {{ card.brand }} card ending in {{ card.last4 }} expires {{ card.expires }}. Update it now so your next payment goes through without interruption.</p>
<p><a class="button" href="{{ link }}">Update my card</a></p>`,
  },
  {
    ...billing,
    event: 'guarantee-claim',
    description: 'A guarantee claim was opened or decided',
    subject: 'Your guarantee claim: {{ claim.status }}',
    body: `<h1>Your guarantee claim: {{ claim.status }}</h1>
<p>Hi {{ user.firstname }},</p>
{% if claim.status == "received" %}<p>We received your guarantee claim for {{ company.name }} and are reviewing it. You'll hear from us within a few days.</p>
{% elsif claim.status == "approved" %}<p>Your claim was approved. We are refunding {{ claim.amount }} to your card. Your paid plan has ended.</p>
{% else %}<p>We couldn't approve your claim.{% if claim.note %} {{ claim.note }}{% endif %}</p>
{% endif %}<p><a class="button" href="{{ link }}">View my billing</a></p>`,
  },
  {
    ...payouts,
    event: 'w9-status',
    description: 'A W-9 form was reviewed',
    subject: 'Your W-9 form: {{ w9.status }}',
    body: `<h1>Your W-9 form: {{ w9.status }}</h1>
<p>Hi {{ user.firstname }},</p>
{% if w9.status == "Rejected" %}<p>We couldn't verify the W-9 form for {{ company.name }}{% if w9.comment %}: {{ w9.comment }}{% endif %}. Payouts are on hold until you submit a corrected form.</p>
<p><a class="button" href="{{ link }}">Correct the form</a></p>
{% else %}<p>The status of the W-9 form for {{ company.name }} is now <strong>{{ w9.status }}</strong>.</p>
<p><a class="button" href="{{ link }}">View my payout settings</a></p>{% endif %}`,
  },
  {
    ...payouts,
    event: 'payout-method-changed',
    description: 'Notice to the owner that the bank details were changed',
    subject: 'Your bank details were changed',
    body: `<h1>Your bank details were changed</h1>
<p>Hi {{ user.firstname }},</p>
<p>Payouts for {{ company.name }} now go to {{ payout.bank }}, account ending in {{ payout.account }}. To keep your money safe, we don't send payouts to changed bank details for {{ payout.holdDays }} days.</p>
<p><a class="button" href="{{ link }}">View my payout settings</a></p>
<p>If you didn't do this, contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...payouts,
    event: 'payout-returned',
    description: 'The bank returned a payout',
    subject: 'Your payout of {{ payout.amount }} was returned',
    body: `<h1>Your payout was returned</h1>
<p>Hi {{ user.firstname }},</p>
<p>The bank returned the payout of {{ payout.amount }} to {{ company.name }} for {{ payout.period }}{% if payout.reason %}: {{ payout.reason }}{% endif %}. The money isn't lost. We'll send it with your next payout once you re-enter your bank details.</p>
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
    description: 'A payout run is waiting to be released; sent to staff who handle payouts',
    subject: 'A payout run of {{ run.amount }} is waiting to be released',
    body: `<h1>A payout run is waiting to be released</h1>
<p>Hi {{ user.firstname }},</p>
<p>{% if run.preparedBy %}{{ run.preparedBy }} prepared payout run {{ run.id }}{% else %}Payout run {{ run.id }} was prepared automatically{% endif %}: {{ run.payouts }}, {{ run.amount }} in all. Nothing is paid until someone else releases it.</p>
<p><a class="button" href="{{ link }}">Review the run</a></p>`,
  },
  {
    ...payouts,
    type: 0,
    event: 'lender-failing',
    description: 'A lender stopped or resumed responding; sent to staff who manage lenders',
    subject:
      '{{ lender.name }} {% if lender.works %}is responding again{% else %}isn’t accepting our requests{% endif %}',
    body: `<h1>{{ lender.name }} {% if lender.works %}is responding again{% else %}isn’t accepting our requests{% endif %}</h1>
<p>Hi {{ user.firstname }},</p>
<p>{% if lender.works %}Waiting applications are on their way to the lender.{% else %}The most recent requests failed: {{ lender.problem }} We'll keep trying. Applications for this lender are waiting, and they go to the next lender in the order once this one's time runs out.{% endif %}</p>
<p><a class="button" href="{{ link }}">View the lender</a></p>`,
  },
  {
    ...payouts,
    type: 0,
    event: 'lender-certificate',
    description: 'Tells staff who manage lenders that a client certificate expires soon',
    subject: 'The certificate for {{ lender.name }} expires on {{ expiresOn }}',
    body: `<h1>A client certificate expires soon</h1>
<p>Hi {{ user.firstname }},</p>
<p>The client certificate for calls to {{ lender.name }} expires on {{ expiresOn }}. Add a new one before then, and give it to the lender. Without it, applications can’t reach this lender.</p>
<p><a class="button" href="{{ link }}">View the lender</a></p>`,
  },
  {
    ...payouts,
    type: 0,
    event: 'funding-reversed-payers',
    description: 'A lender reversed funding; sent to staff who handle payouts',
    subject:
      '{{ reversal.lender }} reversed {{ reversal.amount }} of funding at {{ company.name }}',
    body: `<h1>A lender reversed funding</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ reversal.lender }} reversed {{ reversal.amount }} of funding for application {{ reversal.application }} at {{ company.name }}. The commission on that amount will be deducted from the contractor's payouts.</p>
<p><a class="button" href="{{ link }}">View payouts</a></p>`,
  },
];
