/** How long staff may stay in a contractor's account before they have to switch again. */
export const visitMinutes = 30;
