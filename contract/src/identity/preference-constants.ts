/** The first steps on a new contractor's dashboard. */
export const firstSteps = ['page', 'logo', 'link', 'flyer'] as const;
export type FirstStep = (typeof firstSteps)[number];
