// Reports a page view with the fields of the page's form. A separate POST, because rendering a page has no side effects.

/** Sent once the page is visible: browsers and mail scanners prefetch pages. The response is ignored, redirects are not followed. */
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
