// What every HTML answer says to the browser about safety. No inline script and no inline style is allowed, so no nonce is needed.

// What the pixel fetches and tells, only where the business uses one.
const pixelHosts = { script: ' https://connect.facebook.net', tell: ' https://www.facebook.com' }
const noHosts = { script: '', tell: '' }

const policy = (dev: boolean, { script, tell } = noHosts) =>
  Object.entries({
    'default-src': "'self'",
    // Vite's own client needs an inline script and styles while developing.
    'script-src': (dev ? "'self' 'unsafe-inline'" : "'self'") + script,
    'style-src': dev ? "'self' 'unsafe-inline'" : "'self'",
    'img-src': `'self' data: blob:${tell}`,
    'connect-src': (dev ? "'self' ws:" : "'self'") + tell,
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

/** The headers of a page. Strict transport only where the site itself is reached over https. */
export function pageHeaders({
  dev,
  siteUrl,
  hasPixel = false,
}: {
  dev: boolean
  siteUrl: string
  hasPixel?: boolean
}): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy(dev, hasPixel ? pixelHosts : noHosts),
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
