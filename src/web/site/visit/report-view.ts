// Reports that a page was seen, with the fields of its form. A POST of its own, because rendering a page changes nothing.

/** Not before the page is visible: browsers and mail scanners load pages ahead. The answer is not used, nor is its redirect followed. */
export function reportView(form: HTMLFormElement) {
  const send = () => {
    if (document.visibilityState !== 'visible') return
    document.removeEventListener('visibilitychange', send)
    const body = new URLSearchParams(new FormData(form) as unknown as Record<string, string>)
    fetch(form.action, { method: 'POST', body, keepalive: true, redirect: 'manual' }).catch(() => {})
  }
  document.addEventListener('visibilitychange', send)
  send()
}
