// Reports a purchase to the Meta pixel, after consent to marketing cookies. The pixel's script would read the token in
// the URL, so the script is never loaded here. An image request carries the event with the URL without its token.
import { claimPurchase } from '#features/orders/order-pages.data.ts'

type Purchase = { pixelId: string; backendKey: string; order: string; path: string }

/** Once per order: the server returns the event to one page only. */
export async function sendPurchase({ pixelId, backendKey, order, path }: Purchase) {
  const answer = await claimPurchase(backendKey, order)
  if (!('data' in answer) || answer.data.amountAgorot === null) return
  const picture = new Image()
  picture.referrerPolicy = 'no-referrer'
  picture.src = `https://www.facebook.com/tr?${new URLSearchParams({
    id: pixelId,
    ev: 'Purchase',
    noscript: '1',
    dl: location.origin + path,
    'cd[currency]': 'ILS',
    'cd[value]': (answer.data.amountAgorot / 100).toFixed(2),
  })}`
}
