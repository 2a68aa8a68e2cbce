// Security headers of every HTML response. Inline scripts and styles are forbidden, so the CSP needs no nonce.

// Hosts of the Meta pixel, added only if the business uses one.
const pixelHosts = { script: ' https://connect.facebook.net', report: ' https://www.facebook.com' }
const noHosts = { script: '', report: '' }

const policy = (dev: boolean, { script, report } = noHosts, framedBy?: readonly string[]) =>
  Object.entries({
    'default-src': "'self'",
    // Vite's client needs inline scripts and styles.
    'script-src': (dev ? "'self' 'unsafe-inline'" : "'self'") + script,
    'style-src': dev ? "'self' 'unsafe-inline'" : "'self'",
    'img-src': `'self' data: blob:${report}`,
    'connect-src': (dev ? "'self' ws:" : "'self'") + report,
    // Players of videos, which pages load only after consent. Files and HLS may come from the owner's video host.
    'frame-src': "'self' https://www.youtube-nocookie.com https://player.vimeo.com",
    'media-src': "'self' blob: https:",
    'object-src': "'none'",
    'base-uri': "'none'",
    'form-action': "'self'",
    'frame-ancestors': framedBy ? ["'self'", ...framedBy].join(' ') : "'none'",
  })
    .map(([directive, sources]) => `${directive} ${sources}`)
    .join('; ')

/** The headers of a page. HSTS only if the site's URL is https. */
export function pageHeaders({
  dev,
  siteUrl,
  hasPixel = false,
  framedBy,
}: {
  dev: boolean
  siteUrl: string
  hasPixel?: boolean
  /** Origins that may frame this page, besides this site. */
  framedBy?: readonly string[] | undefined
}): Record<string, string> {
  return {
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
    'content-security-policy': policy(dev, hasPixel ? pixelHosts : noHosts, framedBy),
    'x-content-type-options': 'nosniff',
    // X-Frame-Options cannot list origins.
    ...(!framedBy && { 'x-frame-options': 'DENY' }),
    'referrer-policy': 'strict-origin-when-cross-origin',
    'permissions-policy': 'camera=(), microphone=(), geolocation=(), browsing-topics=()',
    'cross-origin-opener-policy': 'same-origin',
    ...(siteUrl.startsWith('https:') && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  }
}
