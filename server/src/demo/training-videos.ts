/**
 * The demo videos: silent slides of a few seconds. `file` is the name of the video asset, `days`
 * its age.
 */
interface DemoVideo {
  file: string;
  title: string;
  about: string;
  /** The lines that the video shows, one after another. */
  lines: readonly string[];
  seconds: number;
  captions?: true;
  days: number;
}

interface DemoVideoCategory {
  name: string;
  description: string;
  type: 'onboarding_training' | 'training';
  /** The thumbnail's color. */
  color: string;
  videos: readonly DemoVideo[];
}

export const demoVideoCategories: readonly DemoVideoCategory[] = [
  {
    name: 'Start here',
    description: 'Two short films, and your financing is on offer.',
    type: 'onboarding_training',
    color: '#1C418C',
    videos: [
      {
        file: 'welcome',
        title: 'Welcome aboard',
        about: 'From your first page to your first payout in four steps.',
        lines: [
          'Create your financing page',
          'Share it with homeowners',
          'Follow every application',
          'Get paid when a deal is funded',
        ],
        seconds: 10,
        captions: true,
        days: 200,
      },
      {
        file: 'first-page',
        title: 'Your first page',
        about: 'What to decide when you create a co-branded page.',
        lines: ['Choose the public address', 'Upload your logo', 'Switch on the offers you want'],
        seconds: 8,
        captions: true,
        days: 190,
      },
    ],
  },
  {
    name: 'Selling with financing',
    description: 'How to talk about paying over time without pressure.',
    type: 'training',
    color: '#0B6E6E',
    videos: [
      {
        file: 'talking-financing',
        title: 'Bring up financing early',
        about: 'Homeowners plan larger projects when they know that they need not pay at once.',
        lines: [
          'Ask about the budget first',
          'Show the monthly payment',
          'Send the link before you leave',
        ],
        seconds: 9,
        captions: true,
        days: 160,
      },
      {
        file: 'right-moment',
        title: 'The right moment',
        about: 'When to mention financing, and who should be in the room.',
        lines: [
          'Before the price, not after it',
          'With everybody who decides',
          'While you still measure',
        ],
        seconds: 8,
        days: 150,
      },
      {
        file: 'monthly-payments',
        title: 'Talk in monthly payments',
        about: 'Using the payment calculator together with the homeowner.',
        lines: [
          'Open the calculator together',
          'Try two terms side by side',
          'Say that it is an estimate',
        ],
        seconds: 8,
        captions: true,
        days: 140,
      },
      {
        file: 'objections',
        title: 'When they hesitate',
        about: 'Three things homeowners say, and what lies behind them.',
        lines: ['“I want to think about it”', '“Will it hurt my credit?”', '“I can pay cash”'],
        seconds: 8,
        days: 90,
      },
      {
        file: 'follow-up',
        title: 'Follow up in time',
        about: 'Most applications that stop midway can be saved by one call.',
        lines: [
          'Look at the report each morning',
          'Call those who stopped midway',
          'Note what they need',
        ],
        seconds: 8,
        days: 40,
      },
      {
        file: 'after-approval',
        title: 'After the approval',
        about: 'What to agree on once a lender has said yes.',
        lines: [
          'Agree on the start date',
          'Let them choose the offer',
          'Tell them what happens next',
        ],
        seconds: 8,
        days: 6,
      },
    ],
  },
  {
    name: 'Marketing materials',
    description: 'Flyers, banners and widgets that lead to your page.',
    type: 'training',
    color: '#7A3E9D',
    videos: [
      {
        file: 'flyers',
        title: 'Flyers that work',
        about: 'A flyer carries the address and the QR code of one of your pages.',
        lines: ['Pick a template', 'Check the phone number', 'Leave one at every estimate'],
        seconds: 8,
        days: 120,
      },
      {
        file: 'widgets',
        title: 'Put a button on your site',
        about: 'Where a widget belongs on a website, and how to see that it works.',
        lines: [
          'Copy the code',
          'Paste it where you quote prices',
          'Check that applications arrive',
        ],
        seconds: 8,
        days: 110,
      },
    ],
  },
  {
    name: 'Reports',
    description: 'See what becomes of each application.',
    type: 'training',
    color: '#9A4B16',
    videos: [
      {
        file: 'reports',
        title: 'Read your report',
        about: 'Filters, details and exports of the applications report.',
        lines: ['Filter by page and date', 'Open an application', 'Export it for your books'],
        seconds: 8,
        days: 60,
      },
    ],
  },
];

/** Each viewer's progress in a video, in seconds. */
export const demoViews: readonly { userId: number; file: string; until: number; days: number }[] = [
  { userId: 11, file: 'welcome', until: 10, days: 150 },
  { userId: 11, file: 'first-page', until: 8, days: 150 },
  { userId: 11, file: 'talking-financing', until: 9, days: 30 },
  { userId: 11, file: 'right-moment', until: 8, days: 30 },
  { userId: 11, file: 'monthly-payments', until: 3.5, days: 2 },
  { userId: 11, file: 'flyers', until: 8, days: 12 },
  { userId: 12, file: 'welcome', until: 10, days: 90 },
  { userId: 12, file: 'first-page', until: 5, days: 90 },
  { userId: 12, file: 'reports', until: 8, days: 20 },
  { userId: 13, file: 'welcome', until: 4, days: 4 },
];
