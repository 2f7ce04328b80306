/**
 * Says that a person has opened a document: at the first touch, key or scroll, or once the page was
 * seen for three seconds. What makes previews of links in mail and chat programs runs no scripts, and
 * programs that open links to check them touch nothing and say that they are programs
 * (`navigator.webdriver`). The contractor's own look does not count. It also shows the button for
 * printing, which only a script can do. The server allows this script by its hash.
 */
export const documentScript =
  "(function(d,w){var off=location.hash==='#preview',t;function seen(){if(off)return;off=true;fetch(location.pathname+'/viewed',{method:'POST',keepalive:true})}['pointerdown','touchstart','keydown','wheel','scroll'].forEach(function(e){w.addEventListener(e,seen,{once:true,passive:true})});function wait(){clearTimeout(t);if(d.visibilityState==='visible'&&!navigator.webdriver)t=setTimeout(seen,3000)}d.addEventListener('visibilitychange',wait);wait();w.addEventListener('DOMContentLoaded',function(){var b=d.getElementById('print');if(b){b.hidden=false;b.addEventListener('click',function(){w.print()})}})})(document,window)";
