/**
 * Runs before the first paint: a homeowner with an application in this browser, or with a
 * contractor's link, sees the form without the page's marketing and without a layout shift. The
 * page itself is the same for everyone, so it can be cached. The server allows this script by its
 * hash.
 */
export const earlyScript =
  "(function(d,s){try{if(localStorage.getItem('lintel.application.page-'+s.id)||/^#(back|link)=/.test(location.hash))d.documentElement.classList.add('applying','resuming')}catch(e){}})(document,document.currentScript.dataset)";
