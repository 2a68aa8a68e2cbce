// Meta pixel of a public page: loaded only with consent to marketing cookies.
import { createPageViewTracker } from '#features/tracking/page-view-tracker.ts'

/** The stub expected by the pixel script: it queues calls until the script sets `callMethod`. */
type Pixel = ((...call: unknown[]) => void) & {
  callMethod?: (...call: unknown[]) => void
  queue: unknown[][]
  loaded: true
  version: '2.0'
  push: unknown
}

/** Tracks this page view, and again when the page is restored from the back/forward cache. */
export function sendPageViews(pixelId: string) {
  const pixel = createPixelStub()
  Object.assign(window, { fbq: pixel, _fbq: pixel })
  pixel('init', pixelId)
  const script = document.createElement('script')
  script.src = 'https://connect.facebook.net/en_US/fbevents.js'
  script.async = true
  document.head.append(script)

  const track = createPageViewTracker({
    script: () => (pixel.callMethod ? pixel : undefined),
    picture(path) {
      const query = new URLSearchParams({ id: pixelId, ev: 'PageView', noscript: '1', dl: location.origin + path })
      new Image().src = `https://www.facebook.com/tr?${query}`
    },
  })
  track(location.pathname)
  addEventListener('pageshow', ({ persisted }) => persisted && track(location.pathname))
}

function createPixelStub(): Pixel {
  const pixel = ((...call: unknown[]) => {
    if (pixel.callMethod) pixel.callMethod(...call)
    else pixel.queue.push(call)
  }) as Pixel
  return Object.assign(pixel, { queue: [], loaded: true as const, version: '2.0' as const, push: pixel })
}
