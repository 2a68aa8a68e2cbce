import { afterEach, expect, test, vi } from 'vitest'
import { maintainConnection } from './reconnect.ts'

type Report = (status: 'joined' | 'lost') => void

function open() {
  vi.useFakeTimers()
  const reports: Report[] = []
  const delays: number[] = []
  const onReconnect = vi.fn()
  const onGiveUp = vi.fn()
  const connection = maintainConnection({
    join(report) {
      const attempt = reports.push(report)
      return () => void delays.push(attempt)
    },
    onReconnect,
    onGiveUp,
  })
  const latest: Report = (status) => reports.at(-1)?.(status)
  return { reports, left: delays, onReconnect, onGiveUp, connection, latest }
}

afterEach(() => vi.useRealTimers())

test('an open connection is not reconnected', () => {
  const { reports, latest, onReconnect } = open()
  latest('joined')
  vi.advanceTimersByTime(3_600_000)
  expect(reports).toHaveLength(1)
  expect(onReconnect).not.toHaveBeenCalled()
})

test('a lost connection is retried after 2, 4, 8, 16 and 32 seconds, and then onGiveUp is called', () => {
  const { reports, latest, onGiveUp } = open()
  for (const seconds of [2, 4, 8, 16, 32]) {
    const before = reports.length
    latest('lost')
    vi.advanceTimersByTime(seconds * 1_000 - 1)
    expect(reports).toHaveLength(before)
    vi.advanceTimersByTime(1)
    expect(reports).toHaveLength(before + 1)
  }
  expect(onGiveUp).not.toHaveBeenCalled()
  latest('lost')
  expect(onGiveUp).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(3_600_000)
  expect(reports).toHaveLength(6)
})

test('a restored connection is reported, and the next failure starts again from two seconds', () => {
  const { reports, latest, onReconnect } = open()
  latest('joined')
  latest('lost')
  vi.advanceTimersByTime(2_000)
  latest('lost')
  vi.advanceTimersByTime(4_000)
  latest('joined')
  expect(onReconnect).toHaveBeenCalledOnce()
  latest('lost')
  vi.advanceTimersByTime(2_000)
  expect(reports).toHaveLength(4)
})

test('a broken connection that reports several failures is disconnected once', () => {
  const { left, latest, reports } = open()
  latest('lost')
  latest('lost')
  expect(left).toEqual([1])
  vi.advanceTimersByTime(2_000)
  expect(reports).toHaveLength(2)
  reports[0]?.('lost')
  vi.advanceTimersByTime(60_000)
  expect(reports).toHaveLength(2)
})

test('stopping during a retry delay cancels further attempts', () => {
  const { left, latest, reports, connection, onGiveUp } = open()
  latest('lost')
  connection.stop()
  vi.advanceTimersByTime(3_600_000)
  expect(reports).toHaveLength(1)
  expect(left).toEqual([1])
  expect(onGiveUp).not.toHaveBeenCalled()
})

test('stopping an open connection disconnects it', () => {
  const { left, latest, connection } = open()
  latest('joined')
  connection.stop()
  latest('lost')
  vi.advanceTimersByTime(60_000)
  expect(left).toEqual([1])
})

test('after all attempts failed, connecting is retried when the network returns or the tab becomes visible', () => {
  const page = Object.assign(new EventTarget(), { visibilityState: 'hidden' })
  vi.stubGlobal('document', page)
  const window = new EventTarget()
  vi.stubGlobal('addEventListener', window.addEventListener.bind(window))
  vi.stubGlobal('removeEventListener', window.removeEventListener.bind(window))
  const { reports, latest, onReconnect, onGiveUp, connection } = open()
  const giveUp = () => {
    for (let failure = 0; failure < 6; failure++) {
      latest('lost')
      vi.advanceTimersByTime(64_000)
    }
  }
  giveUp()
  expect(onGiveUp).toHaveBeenCalledTimes(1)
  page.dispatchEvent(new Event('visibilitychange'))
  expect(reports).toHaveLength(6)
  page.visibilityState = 'visible'
  page.dispatchEvent(new Event('visibilitychange'))
  expect(reports).toHaveLength(7)
  window.dispatchEvent(new Event('online'))
  expect(reports).toHaveLength(7)
  latest('joined')
  expect(onReconnect).toHaveBeenCalledOnce()
  giveUp()
  expect(onGiveUp).toHaveBeenCalledTimes(2)
  connection.stop()
  window.dispatchEvent(new Event('online'))
  expect(reports).toHaveLength(12)
  vi.unstubAllGlobals()
})
