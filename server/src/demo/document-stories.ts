import type { DocumentKind, DocumentStatus } from '@lintel/contract/documents/constants';

/** The saved items: description, dollars, whether taxable. */
export const items = [
  ['Architectural shingles, per square', 435, true],
  ['Tear-off and disposal, per square', 95, false],
  ['Ice and water shield, per roll', 118, true],
  ['Ridge vent, per 4 ft', 34.5, true],
  ['Seamless gutters, per foot', 14.25, true],
  ['Chimney flashing', 480, true],
  ['Skylight, fixed, installed', 1_650, true],
  ['Roof inspection', 0, false],
  ['Labor, per hour', 82, false],
] as const;

export interface Story {
  kind: DocumentKind;
  status: DocumentStatus;
  /** Days since it was sent, or since the draft was created. */
  ago: number;
  project: string;
  /** Index of the saved item, and quantity. */
  lines: readonly (readonly [item: number, quantity: number])[];
  /** Days from its date to its last day. */
  lasts?: number;
  paid?: readonly ('cash' | 'check' | 'card')[];
  /** Made from the previous estimate. */
  ofEstimate?: true;
  reason?: string;
}

const roof = [
  [0, 24],
  [1, 24],
  [2, 6],
  [7, 1],
] as const;
const gutters = [
  [4, 180],
  [8, 6],
] as const;
const repair = [
  [5, 1],
  [8, 3],
] as const;

/** Oldest first: numbers are allocated in this order. */
export const stories: readonly Story[] = [
  { kind: 'estimate', status: 'invoiced', ago: 96, project: 'Roof replacement', lines: roof },
  {
    kind: 'invoice',
    status: 'paid',
    ago: 80,
    project: 'Roof replacement',
    lines: roof,
    paid: ['check', 'card'],
    ofEstimate: true,
  },
  {
    kind: 'estimate',
    status: 'declined',
    ago: 74,
    project: 'Solar-ready roof',
    lines: roof,
    reason: 'We are going to wait until next year.',
  },
  { kind: 'invoice', status: 'paid', ago: 66, project: 'Gutters', lines: gutters, paid: ['cash'] },
  {
    kind: 'estimate',
    status: 'void',
    ago: 60,
    project: 'Garage roof',
    lines: roof,
    reason: 'Sent to the wrong customer',
  },
  {
    kind: 'estimate',
    status: 'invoiced',
    ago: 52,
    project: 'Gutters and downspouts',
    lines: gutters,
  },
  {
    kind: 'invoice',
    status: 'part_paid',
    ago: 45,
    project: 'Gutters and downspouts',
    lines: gutters,
    paid: ['check'],
    ofEstimate: true,
    lasts: 30,
  },
  { kind: 'estimate', status: 'sent', ago: 44, project: 'Skylights', lines: [[6, 3]], lasts: 30 },
  {
    kind: 'invoice',
    status: 'sent',
    ago: 41,
    project: 'Chimney flashing',
    lines: repair,
    lasts: 30,
  },
  {
    kind: 'invoice',
    status: 'void',
    ago: 38,
    project: 'Chimney flashing',
    lines: repair,
    reason: 'Billed twice',
  },
  { kind: 'invoice', status: 'viewed', ago: 34, project: 'Hail repair', lines: repair, lasts: 14 },
  {
    kind: 'estimate',
    status: 'accepted',
    ago: 21,
    project: 'Roof replacement',
    lines: roof,
    lasts: 30,
  },
  {
    kind: 'invoice',
    status: 'paid',
    ago: 18,
    project: 'Inspection and repair',
    lines: repair,
    paid: ['card'],
  },
  {
    kind: 'estimate',
    status: 'viewed',
    ago: 12,
    project: 'Roof replacement, rear',
    lines: roof,
    lasts: 30,
  },
  {
    kind: 'invoice',
    status: 'part_paid',
    ago: 10,
    project: 'Porch roof',
    lines: roof,
    paid: ['check'],
    lasts: 30,
  },
  {
    kind: 'estimate',
    status: 'accepted',
    ago: 8,
    project: 'Ridge vents',
    lines: [
      [3, 12],
      [8, 4],
    ],
    lasts: 30,
  },
  { kind: 'estimate', status: 'viewed', ago: 6, project: 'Gutters', lines: gutters, lasts: 30 },
  { kind: 'invoice', status: 'viewed', ago: 5, project: 'Skylight', lines: [[6, 1]], lasts: 30 },
  {
    kind: 'estimate',
    status: 'sent',
    ago: 3,
    project: 'Townhouses 1–14',
    lines: [
      [0, 180],
      [1, 180],
    ],
    lasts: 45,
  },
  { kind: 'invoice', status: 'sent', ago: 2, project: 'Flashing', lines: repair, lasts: 30 },
  { kind: 'estimate', status: 'sent', ago: 1, project: 'Detached garage', lines: roof, lasts: 30 },
  { kind: 'estimate', status: 'draft', ago: 2, project: 'Solar-ready roof', lines: roof },
  { kind: 'estimate', status: 'draft', ago: 1, project: '', lines: repair },
  { kind: 'invoice', status: 'draft', ago: 0, project: 'Emergency tarp', lines: [[8, 5]] },
  { kind: 'estimate', status: 'draft', ago: 0, project: 'Cedar shakes', lines: [] },
];
