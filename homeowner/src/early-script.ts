/**
 * Runs before the first paint: whoever has an application under way in this browser sees the form
 * without what the page says to win people, and without a jump. The page itself is the same for
 * everybody, so that it can be cached. The server allows this script by its hash.
 */
export const earlyScript =
  "(function(d,s){try{if(localStorage.getItem('lintel.application.page-'+s.id)||localStorage.getItem('lintel.application.'+s.name)||location.hash.indexOf('#back=')===0)d.documentElement.classList.add('applying','resuming')}catch(e){}})(document,document.currentScript.dataset)";
