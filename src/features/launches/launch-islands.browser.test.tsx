import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { page } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import clip from '#platform/player/clips/annual-expenses.webm?url'
import { Island as LaunchPlayer } from './launch-player.island.tsx'
import { Island as LaunchTime } from './launch-time.island.tsx'

afterEach(() => vi.restoreAllMocks())

test("an instant is also shown in the visitor's time zone abroad, but not repeated for a visitor in Israel", async () => {
  const zone = vi.spyOn(Intl.DateTimeFormat.prototype, 'resolvedOptions')
  zone.mockReturnValue({ timeZone: 'Europe/London' } as Intl.ResolvedDateTimeFormatOptions)
  const { unmount } = await render(<LaunchTime at="2031-01-15T18:00:00Z" />)
  await expect.element(page.getByText(/^אצלכם: יום רביעי 18:00/)).toBeVisible()
  await unmount()
  zone.mockReturnValue({ timeZone: 'Asia/Jerusalem' } as Intl.ResolvedDateTimeFormatOptions)
  const { container } = await render(<LaunchTime at="2031-01-15T18:00:00Z" />)
  expect(container).toHaveTextContent('')
})

type Posted = { from: number; until: number }

/** Records the player's posts, without the network. */
function watchPosts(): Posted[] {
  const posted: Posted[] = []
  const { fetch: own } = globalThis
  globalThis.fetch = (input, init) => {
    if (input !== '/launch/progress') return own(input, init)
    const body = init!.body as URLSearchParams
    posted.push({ from: Number(body.get('from')), until: Number(body.get('until')) })
    return Promise.resolve(new Response())
  }
  onTestFinished(() => {
    globalThis.fetch = own
  })
  return posted
}

test('a page loaded in the background is recorded as opened once it becomes visible', async () => {
  const posted = watchPosts()
  const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  const change = () => document.dispatchEvent(new Event('visibilitychange'))
  await render(<LaunchPlayer path="/launch/progress" content="c" title="שיעור" video={null} startsAt={0} />)
  change()
  expect(posted).toEqual([])
  visibility.mockReturnValue('visible')
  change()
  visibility.mockReturnValue('hidden')
  change()
  visibility.mockReturnValue('visible')
  change()
  expect(posted).toEqual([{ from: 0, until: 0 }])
})

test('played seconds are posted as soon as the page is hidden', async () => {
  const posted = watchPosts()
  const video = { source: 'file' as const, address: clip, seconds: 72, captions: null, chapters: [] }
  await render(<LaunchPlayer path="/launch/progress" content="c" title="שיעור" video={video} startsAt={0} />)
  await expect.poll(() => posted).toEqual([{ from: 0, until: 0 }])
  const shown = () => document.querySelector('video')
  await expect.poll(shown).not.toBeNull()
  shown()!.muted = true
  await shown()!.play()
  await expect.poll(() => shown()!.currentTime).toBeGreaterThan(1.5)
  vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
  document.dispatchEvent(new Event('visibilitychange'))
  expect(posted.slice(1)).toEqual([{ from: 0, until: expect.toSatisfy((until: number) => until >= 1) }])
})
