import { useEffect, useState } from 'react'
import { whenAllowed } from '#features/cookie-consent/stored-preferences.ts'
import { askForOrder } from '#features/orders/order-pages.data.ts'
import { OrderResult, type ResultProps } from '#features/orders/result/order-result.tsx'
import { resultText } from '#features/orders/result/result-texts.ts'

export type StatusProps = ResultProps & {
  backendKey: string
  /** Id of the Meta pixel, if configured. */
  pixelId: string | undefined
}

const firstWaitMs = 2000
const maxWaitMs = 10_000
const slowMs = 90_000

/** The result of an order, polled until the provider has confirmed it: every 2 to 10 seconds, for 90 seconds. */
export function Island({ backendKey, pixelId, ...first }: StatusProps) {
  const [found, setFound] = useState(first.found)
  const [isSlow, setSlow] = useState(false)
  const { isWaiting } = resultText(found, { why: first.why, isSlow })
  const { order } = first
  useEffect(() => {
    if (!isWaiting || isSlow) return undefined
    const began = performance.now()
    let timer: ReturnType<typeof setTimeout>
    let isOver = false
    const ask = (waitMs: number) => {
      timer = setTimeout(() => {
        void askForOrder(backendKey, order).then((answer) => {
          if (isOver) return
          if ('data' in answer) setFound(answer.data)
          if (performance.now() - began > slowMs) setSlow(true)
          else ask(Math.min(waitMs * 1.4, maxWaitMs))
        })
      }, waitMs)
    }
    ask(firstWaitMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWaiting, isSlow, backendKey, order])
  const isPurchase = found.outcome.kind === 'paid' && !found.isStandIn && found.paidAgorot > 0
  useEffect(() => {
    if (!isPurchase || !pixelId) return
    whenAllowed(
      'marketing',
      () =>
        void import('./purchase-event.ts').then(({ sendPurchase }) =>
          sendPurchase({ pixelId, backendKey, order, path: location.pathname }),
        ),
    )
  }, [isPurchase, pixelId, backendKey, order])
  return <OrderResult {...first} found={found} isSlow={isSlow} />
}
