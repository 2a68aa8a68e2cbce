import { expect, test, vi } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import type { Beat } from './heartbeat.ts'
import { useHeartbeat } from './use-heartbeat.ts'
import type { RoomHandle } from './use-room.ts'

test('playback in a page that was opened in a background tab is not counted', async () => {
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const beats: Beat[] = []
  const handle = {
    room: {},
    clock: { now: () => 0, learn: () => {} },
    call: (_: string, beat: Beat) => {
      beats.push(beat)
      return Promise.resolve({ now: '2026-11-30T20:00:00Z', viewers: 1, reactions: {} })
    },
    showCounts: () => {},
  } as unknown as RoomHandle
  function Viewer() {
    const onProgress = useHeartbeat(handle, 'live')
    const report = (position: number, playing: boolean) =>
      onProgress({ position, playing, muted: false, rate: 1, duration: 60 })
    return (
      <button
        type="button"
        onClick={() => {
          report(0, true)
          report(2, true)
          report(2, false)
        }}
      >
        ניגון
      </button>
    )
  }
  await render(<Viewer />)
  await page.getByRole('button', { name: 'ניגון' }).click()
  expect(beats.at(-1)).toMatchObject({ position: 2, playing: false })
  vi.restoreAllMocks()
})
