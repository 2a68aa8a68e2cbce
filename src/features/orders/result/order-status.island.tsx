import { useEffect, useState } from 'react'
import { askForOrder } from '../order-pages.data.ts'
import { OrderResult, type ResultProps } from './order-result.tsx'
import { resultText } from './result-texts.ts'

export type StatusProps = ResultProps & { backendKey: string }

const firstWaitMs = 2000
const longestWaitMs = 10_000
const slowMs = 90_000

/** The result of an order, asked for again until the provider has answered: every 2 to 10 seconds, for 90 seconds. */
export function Island({ backendKey, ...first }: StatusProps) {
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
          else ask(Math.min(waitMs * 1.4, longestWaitMs))
        })
      }, waitMs)
    }
    ask(firstWaitMs)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [isWaiting, isSlow, backendKey, order])
  return <OrderResult {...first} found={found} isSlow={isSlow} />
}
