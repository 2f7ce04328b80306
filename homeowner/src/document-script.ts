/**
 * Reports that a person opened a document: at the first touch, key, or scroll, or after the page
 * was visible for three seconds. Link previews in mail and chat programs run no scripts, and link
 * checkers don't interact and identify themselves (`navigator.webdriver`). The contractor's own
 * preview doesn't count. It also shows the print button, which needs a script. The server allows
 * this script by its hash.
 */
export const documentScript =
  "(function(d,w){var off=location.hash==='#preview',t;function seen(){if(off)return;off=true;fetch(location.pathname+'/viewed',{method:'POST',keepalive:true})}['pointerdown','touchstart','keydown','wheel','scroll'].forEach(function(e){w.addEventListener(e,seen,{once:true,passive:true})});function wait(){clearTimeout(t);if(d.visibilityState==='visible'&&!navigator.webdriver)t=setTimeout(seen,3000)}d.addEventListener('visibilitychange',wait);wait();w.addEventListener('DOMContentLoaded',function(){var b=d.getElementById('print');if(b){b.hidden=false;b.addEventListener('click',function(){w.print()})}})})(document,window)";
