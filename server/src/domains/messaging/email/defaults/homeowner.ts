import { personalEvents, type BuiltInEvent } from '@lintel/contract/emails/constants';
import { toUser, type DefaultTemplate } from './template.ts';

interface TemplateText {
  event: BuiltInEvent;
  description: string;
  subject: string;
  body: string;
}

const english = {
  privacy:
    '<p>To keep your application private, the page asks for the last four digits of your phone number. The link works for 90 days.</p>',
  foot: `<p class="small">{% if company.phone != "" %}Questions? Call {{ company.name }} at {{ company.phone }}. {% endif %}If you didn't apply, you can ignore this e-mail. No one can open the application without your phone number.</p>`,
  /** The reasons are only in the notice itself (12 CFR 1002.9). */
  notOurs: `<p>Each lender makes its own decision. When a lender turns down an application, you get a written notice, which gives the reasons or explains how to ask for them. If you have questions about a decision, please contact that lender.</p>`,
  button: (label: string) => `<p><a class="button" href="{{ link }}">${label}</a></p>`,
};
const spanish = {
  privacy:
    '<p>Para proteger su solicitud, la página le pide los últimos cuatro dígitos de su número de teléfono. El enlace funciona durante 90 días.</p>',
  foot: '<p class="small">{% if company.phone != "" %}¿Tiene preguntas? Llame a {{ company.name }} al {{ company.phone }}. {% endif %}Si usted no envió ninguna solicitud, ignore este mensaje: sin el número de teléfono nadie puede abrirla.</p>',
  notOurs:
    '<p>Cada prestamista decide por su cuenta. Cuando un prestamista rechaza una solicitud, usted recibe un aviso por escrito, que indica las razones o cómo pedirlas. Si tiene preguntas sobre una decisión, diríjase a ese prestamista.</p>',
  button: english.button,
};

/** The lender's request, how to send it, and the deadline. */
const informationTable = (titles: { what: string; how: string; until: string }): string =>
  `<table class="facts">
  {% if what != "" %}<tr><td>${titles.what}</td><td>{{ what }}</td></tr>{% endif %}
  {% if how != "" %}<tr><td>${titles.how}</td><td>{{ how }}</td></tr>{% endif %}
  {% if until != "" %}<tr><td>${titles.until}</td><td>{{ until }}</td></tr>{% endif %}
</table>`;
const englishInformation = informationTable({
  what: 'What to send',
  how: 'How to send it',
  until: 'Send it by',
});
const spanishInformation = informationTable({ what: 'Qué', how: 'Cómo enviarlo', until: 'Hasta' });

/** Both languages share the structure; only the words differ. */
const inEnglish: TemplateText[] = [
  {
    event: 'homeowner-draft',
    description: 'Link back to an unfinished application',
    subject: 'Continue your financing application',
    body: `<h1>Continue where you left off</h1>
<p>Hello,</p>
<p>You asked for a link to the application you started through {{ company.name }}. Your answers are saved. Nothing has been sent to lenders yet.</p>
${english.button('Continue my application')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-received',
    description: 'Confirms that an application was received, with the link back to it',
    subject: 'We received your financing application',
    body: `<h1>We received your application</h1>
<p>Hello,</p>
<p>Thank you for applying through {{ company.name }}. Lenders are reviewing your application now, and we'll e-mail you when your offers are ready. Most lenders respond within minutes.</p>
<p>You can return to your application anytime, on any device:</p>
${english.button('Open my application')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-confirm',
    description:
      'Asks a homeowner to check the application after their e-mail address was used more than once',
    subject: 'Please check your financing application',
    body: `<h1>Is this application yours?</h1>
<p>Hello,</p>
<p>Your e-mail address and phone number were used more than once to apply through {{ company.name }}. To protect you, we locked the application, and only this link opens it. Check the answers there, then keep them, replace them, or withdraw the application.</p>
${english.button('Check the application')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-offers',
    description: 'Offers are ready, with the link to see them',
    subject: 'Your financing {% if offers == 1 %}offer is{% else %}offers are{% endif %} ready',
    body: `<h1>{% if offers == 1 %}You have an offer{% else %}You have {{ offers }} offers{% endif %}</h1>
<p>Hello,</p>
<p>Lenders have responded to the application you sent through {{ company.name }}. You can see your {% if offers == 1 %}offer{% else %}offers{% endif %} anytime, on any device.</p>
${english.button('See my {% if offers == 1 %}offer{% else %}offers{% endif %}')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-no-offers',
    description: 'No lender has an offer, with the contractor to call',
    subject: 'No lender has an offer for you this time',
    body: `<h1>There are no offers this time</h1>
<p>Hello,</p>
<p>Lenders have responded to the application you sent through {{ company.name }}. None of them has an offer for you this time.</p>
${english.notOurs}
<p>{{ company.name }} may know of another way to pay for your project{% if company.phone != "" %}: {{ company.phone }}{% endif %}.</p>
${english.button('Open my application')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-choice',
    description: 'Confirms which offer the homeowner chose',
    subject: 'You chose the offer from {{ lender }}',
    body: `<h1>We let {{ lender }} know about your choice</h1>
<p>Hello,</p>
<p>You chose the offer from {{ lender }} for your project with {{ company.name }}. Next, {{ lender }} will review your application. If they need anything from you, we'll e-mail you.</p>
<p>You can choose a different offer until {{ lender }} approves this one.</p>
${english.button('See my status')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-taken-back',
    description: 'The lender withdrew the chosen offer, with the contractor to call',
    subject: '{{ lender }} withdrew the offer you chose',
    body: `<h1>{{ lender }} withdrew its offer</h1>
<p>Hello,</p>
<p>{{ lender }} withdrew the offer you chose for your project with {{ company.name }}. You can no longer count on it. Please talk with {{ company.name }} before work begins or continues.</p>
{% if others == 1 %}<p>You have another offer and can choose it anytime.</p>
{% elsif others > 1 %}<p>You have {{ others }} other offers and can choose one of them anytime.</p>
{% endif %}${english.notOurs}
{% if lenderPhone != "" %}<p>You can reach {{ lender }} at {{ lenderPhone }}.</p>
{% endif %}${english.button('{% if others > 0 %}See my other offers{% else %}Open my application{% endif %}')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-information',
    description: 'The lender needs more information: what, how to send it, and by when',
    subject: '{{ lender }} needs something from you',
    body: `<h1>{{ lender }} needs something from you</h1>
<p>Hello,</p>
<p>{{ lender }} needs more information to make a decision on financing for your project with {{ company.name }}.</p>
${englishInformation}
{% if lenderPhone != "" %}<p>You can reach {{ lender }} at {{ lenderPhone }}.</p>
{% endif %}{% if until != "" %}<p>Please send it by {{ until }}. After that, the decision expires.</p>
{% endif %}${english.button('Open my application')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-approved',
    description: 'The lender approved the financing',
    subject: '{{ lender }} approved your financing',
    body: `<h1>You're approved</h1>
<p>Hello,</p>
<p>Good news: {{ lender }} approved the financing for your project with {{ company.name }}.</p>
<p>What happens next: agree with {{ company.name }} on when the work starts. After that, {{ lender }} sends the money, and we'll e-mail you.</p>
${english.button('See my status')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-funded',
    description: 'The lender sent the money',
    subject: '{{ lender }} sent the money for your project',
    body: `<h1>Your project is funded</h1>
<p>Hello,</p>
<p>{{ lender }} has sent the money for your project with {{ company.name }}.</p>
<p>Please keep the documents from {{ lender }}. If you have questions about your payments, contact them.</p>
${english.button('Open my application')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-reversed',
    description: 'Tells a homeowner that the lender reversed money that it had paid out',
    subject: '{{ lender }} reversed a payment for your project',
    body: `<h1>{{ lender }} reversed a payment</h1>
<p>Hello,</p>
<p>{{ lender }} reversed {% if isWhole %}all{% else %}some{% endif %} of the money it had sent for your project with {{ company.name }}.</p>
{% if isWhole %}<p>Nothing of this financing is left, so your application has ended. You can apply again any time.</p>
{% endif %}<p>{{ lender }} can tell you why, and what it means for your loan.{% if lenderPhone != "" %} You can reach {{ lender }} at {{ lenderPhone }}.{% endif %}</p>
<p class="small">{% if company.phone != "" %}Questions about your project? Call {{ company.name }} at {{ company.phone }}. {% endif %}If you never applied, you can ignore this message.</p>`,
  },
  {
    event: 'homeowner-expiring',
    description: 'Reminder of what the lender still needs before the decision expires',
    subject: '{{ lender }} still needs something from you by {{ until }}',
    body: `<h1>{% if days == 1 %}One day left{% else %}{{ days }} days left{% endif %}</h1>
<p>Hello,</p>
<p>{{ lender }} is still waiting for information about your project with {{ company.name }}. After {{ until }}, the decision expires, and you'd have to apply again.</p>
${englishInformation}
{% if lenderPhone != "" %}<p>You can reach {{ lender }} at {{ lenderPhone }}.</p>
{% endif %}<p>If you've already sent it, you don't need to do anything else.</p>
${english.button('Open my application')}
${english.privacy}
${english.foot}`,
  },
  {
    event: 'homeowner-withdrawn',
    description: 'Confirms that the homeowner withdrew the application',
    subject: 'You withdrew your financing application',
    body: `<h1>Your application was withdrawn</h1>
<p>Hello,</p>
<p>As you asked, we withdrew the application you sent through {{ company.name }}. If you had chosen an offer, we let the lender know. The links in our earlier messages no longer open it.</p>
<p>You can apply again anytime.</p>
<p class="small">{% if company.phone != "" %}Questions? Call {{ company.name }} at {{ company.phone }}. {% endif %}If you never applied, you don't need to do anything.</p>`,
  },
  {
    event: 'homeowner-notice',
    description:
      'Leads a homeowner to a notice of adverse action; it names no lender and no reasons',
    subject: 'A notice about your financing application',
    body: `<h1>You have a notice to read</h1>
<p>Hello,</p>
<p>There is a notice about the application that you sent through {{ company.name }}. The law gives you a right to it, so please read it and keep a copy.</p>
${english.button('Read the notice')}
<p>To keep your application private, the page asks for the last four digits of your phone number. You can ask for the notice on paper at any time, free of charge.</p>
${english.foot}`,
  },
];

const inSpanish: TemplateText[] = [
  {
    event: 'homeowner-draft-es',
    description: 'The same as homeowner-draft, in Spanish',
    subject: 'Continúe su solicitud de financiamiento',
    body: `<h1>Continúe donde la dejó</h1>
<p>Hola:</p>
<p>Usted pidió un enlace a la solicitud que empezó a través de {{ company.name }}. Sus respuestas están guardadas. Todavía no se envió nada a los prestamistas.</p>
${spanish.button('Continuar mi solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-received-es',
    description: 'The same as homeowner-received, in Spanish',
    subject: 'Recibimos su solicitud de financiamiento',
    body: `<h1>Recibimos su solicitud</h1>
<p>Hola:</p>
<p>Gracias por presentar su solicitud a través de {{ company.name }}. Los prestamistas la están revisando, y le escribiremos cuando haya ofertas. La mayoría responde en pocos minutos.</p>
<p>Puede volver a su solicitud en cualquier momento y desde cualquier dispositivo:</p>
${spanish.button('Abrir mi solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-confirm-es',
    description: 'The same as homeowner-confirm, in Spanish',
    subject: 'Revise su solicitud de financiamiento',
    body: `<h1>¿Es suya esta solicitud?</h1>
<p>Hola:</p>
<p>Su correo electrónico y su número de teléfono se usaron más de una vez para presentar una solicitud a través de {{ company.name }}. Para protegerle, la solicitud está bloqueada: solo este enlace la abre. Revise allí las respuestas y consérvelas, cámbielas o retire la solicitud.</p>
${spanish.button('Revisar la solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-offers-es',
    description: 'The same as homeowner-offers, in Spanish',
    subject:
      '{% if offers == 1 %}Su oferta de financiamiento está lista{% else %}Sus ofertas de financiamiento están listas{% endif %}',
    body: `<h1>{% if offers == 1 %}Tiene una oferta{% else %}Tiene {{ offers }} ofertas{% endif %}</h1>
<p>Hola:</p>
<p>Los prestamistas respondieron a la solicitud que usted envió a través de {{ company.name }}. Puede ver {% if offers == 1 %}la oferta{% else %}las ofertas{% endif %} en cualquier momento y desde cualquier dispositivo.</p>
${spanish.button('{% if offers == 1 %}Ver mi oferta{% else %}Ver mis ofertas{% endif %}')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-no-offers-es',
    description: 'The same as homeowner-no-offers, in Spanish',
    subject: 'Esta vez ningún prestamista tiene una oferta para usted',
    body: `<h1>Esta vez no hay ofertas</h1>
<p>Hola:</p>
<p>Los prestamistas respondieron a la solicitud que usted envió a través de {{ company.name }}. Esta vez ninguno tiene una oferta para usted.</p>
${spanish.notOurs}
<p>Quizás {{ company.name }} conozca otra manera de pagar su proyecto{% if company.phone != "" %}: {{ company.phone }}{% endif %}.</p>
${spanish.button('Abrir mi solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-choice-es',
    description: 'The same as homeowner-choice, in Spanish',
    subject: 'Usted eligió la oferta de {{ lender }}',
    body: `<h1>Le avisamos a {{ lender }} de su elección</h1>
<p>Hola:</p>
<p>Usted eligió la oferta de {{ lender }} para su proyecto con {{ company.name }}. Ahora {{ lender }} revisa su solicitud. Si necesita algo de usted, le escribiremos.</p>
<p>Puede elegir otra oferta mientras {{ lender }} no haya aprobado esta.</p>
${spanish.button('Ver cómo va mi solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-taken-back-es',
    description: 'The same as homeowner-taken-back, in Spanish',
    subject: '{{ lender }} retiró la oferta que usted eligió',
    body: `<h1>{{ lender }} retiró su oferta</h1>
<p>Hola:</p>
<p>{{ lender }} retiró la oferta que usted eligió para su proyecto con {{ company.name }}. Ya no puede contar con ella. Hable con {{ company.name }} antes de que el trabajo empiece o continúe.</p>
{% if others == 1 %}<p>Usted tiene otra oferta y puede elegirla en cualquier momento.</p>
{% elsif others > 1 %}<p>Usted tiene otras {{ others }} ofertas y puede elegir una de ellas en cualquier momento.</p>
{% endif %}${spanish.notOurs}
{% if lenderPhone != "" %}<p>Puede comunicarse con {{ lender }} al {{ lenderPhone }}.</p>
{% endif %}${spanish.button('{% if others > 0 %}Ver mis otras ofertas{% else %}Abrir mi solicitud{% endif %}')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-information-es',
    description: 'The same as homeowner-information, in Spanish',
    subject: '{{ lender }} necesita algo de usted',
    body: `<h1>{{ lender }} necesita algo de usted</h1>
<p>Hola:</p>
<p>Para decidir sobre el financiamiento de su proyecto con {{ company.name }}, {{ lender }} necesita más información.</p>
${spanishInformation}
{% if lenderPhone != "" %}<p>Puede comunicarse con {{ lender }} al {{ lenderPhone }}.</p>
{% endif %}{% if until != "" %}<p>Envíelo pronto, por favor: después del {{ until }}, la decisión vence.</p>
{% endif %}${spanish.button('Abrir mi solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-approved-es',
    description: 'The same as homeowner-approved, in Spanish',
    subject: '{{ lender }} aprobó su financiamiento',
    body: `<h1>Su financiamiento está aprobado</h1>
<p>Hola:</p>
<p>Buenas noticias: {{ lender }} aprobó el financiamiento de su proyecto con {{ company.name }}.</p>
<p>Lo que sigue: acuerde con {{ company.name }} cuándo empieza el trabajo. Después, {{ lender }} entrega el dinero y le escribiremos.</p>
${spanish.button('Ver cómo va mi solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-funded-es',
    description: 'The same as homeowner-funded, in Spanish',
    subject: '{{ lender }} entregó el dinero para su proyecto',
    body: `<h1>Su proyecto está financiado</h1>
<p>Hola:</p>
<p>{{ lender }} entregó el dinero para su proyecto con {{ company.name }}.</p>
<p>Guarde los documentos de {{ lender }}. Para todo lo relacionado con sus pagos, comuníquese con ese prestamista.</p>
${spanish.button('Abrir mi solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-reversed-es',
    description: 'The same as homeowner-reversed, in Spanish',
    subject: '{{ lender }} revirtió dinero de su proyecto',
    body: `<h1>{{ lender }} revirtió un pago</h1>
<p>Hola:</p>
<p>{{ lender }} revirtió {% if isWhole %}el dinero{% else %}una parte del dinero{% endif %} que había entregado para su proyecto con {{ company.name }}.</p>
{% if isWhole %}<p>No queda nada de este financiamiento, así que su solicitud terminó. Puede presentar otra solicitud cuando quiera.</p>
{% endif %}<p>{{ lender }} puede explicarle por qué y qué significa para su préstamo.{% if lenderPhone != "" %} Puede comunicarse con {{ lender }} al {{ lenderPhone }}.{% endif %}</p>
<p class="small">{% if company.phone != "" %}¿Tiene preguntas sobre su proyecto? Llame a {{ company.name }} al {{ company.phone }}. {% endif %}Si usted nunca presentó una solicitud, no tiene que hacer nada.</p>`,
  },
  {
    event: 'homeowner-expiring-es',
    description: 'The same as homeowner-expiring, in Spanish',
    subject: '{{ lender }} todavía necesita algo de usted antes del {{ until }}',
    body: `<h1>{% if days == 1 %}Queda un día{% else %}Quedan {{ days }} días{% endif %}</h1>
<p>Hola:</p>
<p>{{ lender }} todavía espera información sobre su proyecto con {{ company.name }}. Después del {{ until }} la decisión vence, y usted tendría que presentar otra solicitud.</p>
${spanishInformation}
{% if lenderPhone != "" %}<p>Puede comunicarse con {{ lender }} al {{ lenderPhone }}.</p>
{% endif %}<p>Si ya lo envió, no tiene que hacer nada más.</p>
${spanish.button('Abrir mi solicitud')}
${spanish.privacy}
${spanish.foot}`,
  },
  {
    event: 'homeowner-withdrawn-es',
    description: 'The same as homeowner-withdrawn, in Spanish',
    subject: 'Usted retiró su solicitud de financiamiento',
    body: `<h1>Su solicitud fue retirada</h1>
<p>Hola:</p>
<p>Como usted lo pidió, cerramos la solicitud que envió a través de {{ company.name }}. Si había elegido una oferta, el prestamista ya lo sabe. Los enlaces de nuestros mensajes anteriores ya no la abren.</p>
<p>Puede presentar otra solicitud cuando quiera.</p>
<p class="small">{% if company.phone != "" %}¿Tiene preguntas? Llame a {{ company.name }} al {{ company.phone }}. {% endif %}Si usted nunca presentó una solicitud, no tiene que hacer nada.</p>`,
  },
  {
    event: 'homeowner-notice-es',
    description: 'The same as homeowner-notice, in Spanish',
    subject: 'Un aviso sobre su solicitud de financiamiento',
    body: `<h1>Usted tiene un aviso para leer</h1>
<p>Hola:</p>
<p>Hay un aviso sobre la solicitud que usted envió a través de {{ company.name }}. La ley le da derecho a recibirlo: léalo y guarde una copia.</p>
${spanish.button('Leer el aviso')}
<p>Para proteger su solicitud, la página le pide los últimos cuatro dígitos de su número de teléfono. Puede pedir el aviso en papel en cualquier momento, sin costo.</p>
${spanish.foot}`,
  },
];

/** To homeowners, about their applications. No advertising. */
export const homeownerTemplates: DefaultTemplate[] = [...inEnglish, ...inSpanish].map(
  (template) => ({
    ...template,
    category: 'Homeowners',
    type: 1,
    to: toUser,
    unsubscribe: personalEvents.some((event) => event === template.event),
  }),
);
