// The HTML that another site pastes to embed a form: an iframe, or a popup.

const escapeHtml = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** Iframe code that shows the form within the page. */
export const embedCode = (site: string, publicId: string, title: string) =>
  `<iframe src="${site}/form/${publicId}?embed=1" title="${escapeHtml(title)}" loading="lazy" style="width:100%;height:46rem;border:0"></iframe>`

/** Message from the iframe to the popup: Escape was pressed. */
export const closeMessage = 'form-close'

/**
 * Opens the form in a native modal dialog, which traps focus, closes with Escape and restores focus. Closing does not
 * remove the iframe. Typed answers are therefore preserved when it reopens, even if the browser blocks storage in
 * iframes.
 */
const popupScript = `(function(s){var b=s.previousElementSibling,d;function make(){var c=document.createElement("button"),f=document.createElement("iframe");d=document.createElement("dialog");d.setAttribute("aria-label",b.textContent);d.style.cssText="width:min(44rem,94vw);height:min(46rem,92vh);padding:0;border:0;border-radius:12px";c.type="button";c.textContent="\u00d7";c.setAttribute("aria-label","סגירה");c.style.cssText="position:absolute;inset-block-start:8px;inset-inline-end:8px;inline-size:44px;block-size:44px;font-size:24px";c.addEventListener("click",function(){d.close()});f.src=b.dataset.form;f.title=b.textContent;f.style.cssText="width:100%;height:100%;border:0";addEventListener("message",function(e){if(e.source===f.contentWindow&&e.data==="${closeMessage}")d.close()});d.addEventListener("close",function(){b.focus()});d.append(c,f);document.body.append(d)}b.addEventListener("click",function(){if(!d)make();d.showModal()})})(document.currentScript)`

/** Popup code: a button that opens the form above the page of another site. The same origins are allowed as for iframes. */
export const popupCode = (site: string, publicId: string, title: string) =>
  `<button type="button" data-form="${site}/form/${publicId}?embed=1">${escapeHtml(title)}</button><script>${popupScript}</script>`
