// The HTML that another site pastes to show a form: in a frame, or in a popup.

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')

/** The form within the page. */
export const embedCode = (site: string, publicId: string, title: string) =>
  `<iframe src="${site}/form/${publicId}?embed=1" title="${escaped(title)}" loading="lazy" style="width:100%;height:46rem;border:0"></iframe>`

/** Opens the form of its button in a native modal dialog, which traps the focus, closes with Escape and gives the focus back. */
const popupScript = `(function(s){var b=s.previousElementSibling;b.addEventListener("click",function(){var d=document.createElement("dialog"),c=document.createElement("button"),f=document.createElement("iframe");d.setAttribute("aria-label",b.textContent);d.style.cssText="width:min(44rem,94vw);height:min(46rem,92vh);padding:0;border:0;border-radius:12px";c.type="button";c.textContent="\u00d7";c.setAttribute("aria-label","סגירה");c.style.cssText="position:absolute;inset-block-start:8px;inset-inline-end:8px;inline-size:44px;block-size:44px;font-size:24px";c.addEventListener("click",function(){d.close()});f.src=b.dataset.form;f.title=b.textContent;f.style.cssText="width:100%;height:100%;border:0";d.addEventListener("close",function(){d.remove();b.focus()});d.append(c,f);document.body.append(d);d.showModal()})})(document.currentScript)`

/** A button that opens the form above the page of another site. Frames are allowed to the same sites. */
export const popupCode = (site: string, publicId: string, title: string) =>
  `<button type="button" data-form="${site}/form/${publicId}?embed=1">${escaped(title)}</button><script>${popupScript}</script>`
