import { toUser, type DefaultTemplate } from './template.ts';

const common = { category: 'Account', type: 1, to: toUser, unsubscribe: false } as const;

export const accountTemplates: DefaultTemplate[] = [
  {
    ...common,
    event: 'account-created',
    description: 'Welcome with the first steps, once an account was activated',
    subject: 'Welcome to {{ brand.name }}, {{ user.firstname }}',
    unsubscribe: true,
    body: `<h1>Welcome, {{ user.firstname }}</h1>
<p>Your account{% if company.name %} for <strong>{{ company.name }}</strong>{% endif %} is active. Three steps get your first application in:</p>
<ol>
  <li><strong>Check your page.</strong> Your logo, your phone number and the programs that you want to offer.</li>
  <li><strong>Share it.</strong> Put the link, a widget or a flyer where your customers already see you.</li>
  <li><strong>Watch it work.</strong> Every application shows up on your dashboard as it happens.</li>
</ol>
<p><a class="button" href="{{ link | default: brand.url }}">Go to my dashboard</a></p>
<p>Questions? Write to <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a>.</p>`,
  },
  {
    ...common,
    event: 'confirm-account',
    description: 'The link that lets a new account set its password',
    subject: 'Confirm your {{ brand.name }} account',
    body: `<h1>Confirm your account</h1>
<p>Hi {{ user.firstname }},</p>
<p>An account{% if company.name %} for <strong>{{ company.name }}</strong>{% endif %} was created for you. Choose a password to confirm it.</p>
<p><a class="button" href="{{ link }}">Choose a password</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. If you did not expect this message, you can ignore it.</p>`,
  },
  {
    ...common,
    event: 'reset-password',
    description: 'The link to choose a new password',
    subject: 'Reset your {{ brand.name }} password',
    body: `<h1>Reset your password</h1>
<p>Hi {{ user.firstname }},</p>
<p>Someone asked to reset the password of your account. If it was you, choose a new one here.</p>
<p><a class="button" href="{{ link }}">Choose a new password</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. If it was not you, ignore this message: your password stays as it is.</p>`,
  },
  {
    ...common,
    event: 'change-email',
    description: 'The link that confirms a new e-mail address, sent to that address',
    subject: 'Confirm your new e-mail address',
    body: `<h1>Confirm your new e-mail address</h1>
<p>Hi {{ user.firstname }},</p>
<p>You asked to sign in with <strong>{{ newEmail | default: to }}</strong> from now on. Confirm that this address is yours.</p>
<p><a class="button" href="{{ link }}">Confirm this address</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. Until then you sign in with your current address.</p>`,
  },
  {
    ...common,
    event: 'email-changed',
    description:
      'Tells the old address that the account has a new one, with a link that restores it',
    subject: 'Your e-mail address was changed',
    body: `<h1>Your e-mail address was changed</h1>
<p>Hi {{ user.firstname }},</p>
<p>Your {{ brand.name }} account now uses <strong>{{ newEmail }}</strong>{% if oldEmail %} instead of {{ oldEmail }}{% endif %}.</p>
{% if link %}<p>If you didn't do this, someone else has your password. Take your account back: we restore this address, sign the account out everywhere, and you choose a new password. Do it even if the password or the e-mail was changed again.</p>
<p><a class="button" href="{{ link }}">Restore my e-mail</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. If you changed the address yourself, there is nothing to do.</p>{% endif %}
{% if isRestored %}<p>The address was restored by the link in the message about its change. The account was signed out everywhere, and its old password no longer works.</p>{% endif %}
<p>If you did not do this, contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'password-changed',
    description: 'Tells that the password was changed',
    subject: 'Your password was changed',
    body: `<h1>Your password was changed</h1>
<p>Hi {{ user.firstname }},</p>
<p>The password of your {{ brand.name }} account was just changed.</p>
<p>If you did not do this, contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'two-step-changed',
    description: 'Tells that two-step verification was changed, or a recovery code was used',
    subject: 'Your two-step verification',
    body: `<h1>Your two-step verification</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ what | default: "Your two-step verification was changed." }} This is about your {{ brand.name }} account.</p>
<p>If you did not do this, contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'sign-in-attempts',
    description: 'Tells that somebody entered many wrong passwords',
    subject: 'Someone tried to sign in to your account',
    body: `<h1>Someone tried to sign in to your account</h1>
<p>Hi {{ user.firstname }},</p>
<p>A wrong password was entered for your {{ brand.name }} account at least {{ attempts | default: 10 }} times. Nobody got in that way. We make each new attempt wait longer, except on devices you have signed in on before. There your password works as usual.</p>
<p>If it was you, choose a new password. If it was not, you do not need to do anything as long as no one else knows your password.</p>
<p><a class="button" href="{{ link | default: brand.url }}">Choose a new password</a></p>
<p class="small">We do not write again while the attempts go on. Questions? Write to <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or call {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'new-device',
    description: 'Tells of a sign-in on a new device, with a link for when it was somebody else',
    subject: 'New sign-in to your {{ brand.name }} account',
    body: `<h1>New sign-in to your account</h1>
<p>Hi {{ user.firstname }},</p>
<p>Your {{ brand.name }} account was just used on a device that we have not seen before.</p>
<p><strong>{{ signIn.device | default: "A new device" }}</strong>{% if signIn.address %}<br>Address: {{ signIn.address }}{% endif %}{% if signIn.at %}<br>{{ signIn.at }}{% endif %}</p>
<p>If it was you, there is nothing to do. If it was not, tell us right away: we sign your account out everywhere, and you choose a new password.</p>
<p><a class="button" href="{{ link }}">This wasn't me</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. After that, use "Forgot password?" on the sign-in page. Questions? Write to <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or call {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'team-user-added',
    description: 'Invites a new team user, with the link to set a password',
    subject:
      '{% if addedBy %}{{ addedBy }} invited you{% else %}You are invited{% endif %} to {{ company.name | default: brand.name }}',
    body: `<h1>You were added to a team</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ addedBy | default: "Your team" }} gave you an account{% if company.name %} for <strong>{{ company.name }}</strong>{% endif %} on {{ brand.name }}. Choose a password to get started.</p>
<p><a class="button" href="{{ link }}">Choose a password</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. If you did not expect this message, you can ignore it.</p>`,
  },
  {
    ...common,
    event: 'staff-invited',
    description: 'Invites a member of staff, with the link to set a password',
    subject:
      '{% if invitedBy %}{{ invitedBy }} invited you{% else %}You are invited{% endif %} to the staff of {{ brand.name }}',
    body: `<h1>Welcome to the staff of {{ brand.name }}</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ invitedBy | default: "A colleague" }} gave you a staff account{% if roles %} with these roles: <strong>{{ roles }}</strong>{% endif %}. Choose a password to get started.</p>
<p><a class="button" href="{{ link }}">Choose a password</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. If you did not expect this message, you can ignore it.</p>`,
  },
  {
    ...common,
    event: 'staff-welcome',
    description: 'Welcome to a new member of staff, once the account was activated',
    subject: 'Your {{ brand.name }} staff account is active',
    body: `<h1>Your staff account is active</h1>
<p>Hi {{ user.firstname }},</p>
<p>You can sign in now. The first time, the portal asks you to set up two-step verification: a passkey or an authenticator app. After that, your home page lists what is waiting for you.</p>
<p><a class="button" href="{{ link }}">Sign in</a></p>
<p class="small">If you did not choose a password, ask an administrator.</p>`,
  },
  {
    ...common,
    event: 'staff-changed',
    description: 'Tells a member of staff that the account or its roles were changed',
    subject: 'Your {{ brand.name }} staff account was changed',
    body: `<h1>Your staff account was changed</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ what | default: "Your staff account was changed." }}</p>
<p>If you did not expect this, ask an administrator.</p>`,
  },
  {
    ...common,
    event: 'new-administrator',
    description: 'Tells the administrators that somebody else became one',
    subject:
      '{{ administrator.name | default: "Someone" }} is now an administrator of {{ brand.name }}',
    body: `<h1>A new administrator</h1>
<p>Hi {{ user.firstname }},</p>
<p>{{ by | default: "A colleague" }} made <strong>{{ administrator.name }}</strong>{% if administrator.email %} ({{ administrator.email }}){% endif %} an administrator of {{ brand.name }}. Administrators may do everything in the portal.</p>
<p><a class="button" href="{{ link | default: brand.url }}">See the staff accounts</a></p>
<p>If this should not be so, deactivate the account right away.</p>`,
  },
  {
    ...common,
    event: 'finish-sign-up',
    description: 'The link that lets someone we already know finish signing up',
    subject: 'Finish signing up for {{ brand.name }}',
    body: `<h1>Finish signing up</h1>
<p>Hello,</p>
<p>Someone is signing up for {{ brand.name }} with this e-mail address, and we already know the address. If it is you, continue here. You have not been charged.</p>
<p><a class="button" href="{{ link }}">Continue signing up</a></p>
<p class="small">The link works once{% if expiresIn %}, for {{ expiresIn }}{% endif %}. If it is not you, you can ignore this message. Without the link, no one can continue.</p>`,
  },
  {
    ...common,
    event: 'company-export-ready',
    description: 'Tells the owner that the export of all company data can be downloaded',
    subject: 'Your company data is ready to download',
    body: `<h1>Your company data is ready</h1>
<p>Hi {{ user.firstname }},</p>
<p>The export of everything we keep of {{ company.name }} is ready. Sign in and download it under Personal Info{% if until %} until {{ until }}{% endif %}. After that we remove it, and you can ask for a new one.</p>
<p><a class="button" href="{{ link | default: brand.url }}">Go to Personal Info</a></p>
<p>If you did not ask for this, change your password and contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
  {
    ...common,
    event: 'applications-export-ready',
    description:
      'Tells whoever asked for a large export of the Applications report that it is ready',
    subject: 'Your export of applications is ready to download',
    body: `<h1>Your export is ready</h1>
<p>Hi {{ user.firstname }},</p>
<p>The export of the Applications report of {{ company.name }}{% if report.rows %} with {{ report.rows }} rows{% endif %} is ready{% if report.file %}: {{ report.file }}{% endif %}. Sign in and download it in the report{% if until %} until {{ until }}{% endif %}. After that we remove it, and you can ask for a new one.</p>
<p><a class="button" href="{{ link | default: brand.url }}">Go to the export</a></p>
<p>If you did not ask for this, change your password and contact us right away at <a href="mailto:{{ brand.supportEmail }}">{{ brand.supportEmail }}</a> or {{ brand.phone }}.</p>`,
  },
];
