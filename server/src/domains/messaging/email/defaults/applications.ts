import { toUser, type DefaultTemplate } from './template.ts';

const common = { category: 'Applications', type: 1, to: toUser, unsubscribe: true } as const;

const row = (title: string, name: string): string =>
  `{% if application.${name} %}<tr><td>${title}</td><td>{{ application.${name} }}</td></tr>{% endif %}`;

const facts = `<table class="facts">
  <tr><td>Homeowner</td><td>{{ application.name }}</td></tr>
  <tr><td>Page</td><td>{{ application.page }}</td></tr>
  ${row('Requested', 'requested')}
  ${row('Offers up to', 'offersUpTo')}
  ${row('Chosen offer', 'chosen')}
  ${row('Funded', 'funded')}
  ${row('Reversed', 'reversed')}
</table>`;

const button = '<p><a class="button" href="{{ link }}">View the application</a></p>';

export const applicationTemplates: DefaultTemplate[] = [
  {
    ...common,
    event: 'application-step',
    description: 'An application moved to the next step',
    subject: '{{ application.name }} {{ application.step }}',
    body: `<h1>Application update</h1>
<p>Hi {{ user.firstname }},</p>
<p><strong>{{ application.name }}</strong> {{ application.step }}.</p>
${facts}
${button}`,
  },
  {
    ...common,
    event: 'offers-received',
    description: 'A homeowner received offers',
    subject: '{{ application.name }} received financing offers',
    body: `<h1>Offers are in</h1>
<p>Hi {{ user.firstname }},</p>
<p><strong>{{ application.name }}</strong> has offers to choose from. A call today often wins the project.</p>
${facts}
${button}`,
  },
  {
    ...common,
    event: 'funding-received',
    description: 'A homeowner received funding',
    subject:
      '{{ application.name }} received funding{% if application.amount %} of {{ application.amount }}{% endif %}',
    body: `<h1>The project is funded</h1>
<p>Hi {{ user.firstname }},</p>
<p>Good news: <strong>{{ application.name }}</strong> received the money for their project.</p>
${facts}
${button}`,
  },
  {
    ...common,
    event: 'funding-reversed',
    description: 'A lender reversed funding',
    subject:
      'Funding for {{ application.name }} was reversed{% if application.reversed %}: {{ application.reversed }}{% endif %}',
    body: `<h1>The lender reversed funding</h1>
<p>Hi {{ user.firstname }},</p>
<p>The lender reversed {{ application.reversed }} of the funding for <strong>{{ application.name }}</strong>. Commissions on that amount are deducted from your next payout.</p>
${facts}
${button}`,
  },
  {
    ...common,
    event: 'follow-up-due',
    description: 'A follow-up is due today',
    subject: 'Follow up with {{ application.name }} today',
    body: `<h1>Your follow-up for today</h1>
<p>Hi {{ user.firstname }},</p>
<p>You set a reminder to follow up on <strong>{{ application.name }}</strong>'s application today.</p>
{% if note != "" %}<p>Your note: {{ note }}</p>{% endif %}
${button}`,
  },
];
