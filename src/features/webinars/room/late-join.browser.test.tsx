import { expect, inject, onTestFinished, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page } from 'vitest/browser'
import clip from '#platform/player/clips/annual-expenses.webm?url'
import { makeContact } from '../../../../test/browser/make-contact.ts'
import { backendAsService } from '../../../../test/browser/render.tsx'
import { WebinarRoom } from './webinar-room.tsx'

const minute = 60_000

/** Stretches the clip of 72 seconds to 14.4 minutes by multiplying its TimestampScale by twelve. */
async function longClip() {
  const bytes = new Uint8Array(await (await fetch(clip)).arrayBuffer())
  const scale = [0x2a, 0xd7, 0xb1, 0x01, 0, 0, 0, 0, 0, 0, 0x08]
  const at = bytes.findIndex((_, i) => scale.every((byte, j) => bytes[i + j] === byte)) + scale.length
  const view = new DataView(bytes.buffer)
  expect(view.getBigUint64(at)).toBe(1_000_000n)
  view.setBigUint64(at, 12_000_000n)
  return URL.createObjectURL(new Blob([bytes], { type: 'video/webm' }))
}

type Kind = 'automated' | 'live'

/** Creates a registrant of a broadcast that starts at an instant; a live one has started. Returns the token of the link. */
async function registerFor(startsAt: Date, video: string, kind: Kind = 'automated') {
  const service = backendAsService()
  const source = { provider: 'file' as const, ref: video }
  const { data: webinar } = await service
    .from('webinars')
    .insert({
      title: 'תקציב שמחזיק',
      slug: `late-${crypto.randomUUID()}`,
      kind,
      duration_minutes: 60,
      stream: kind === 'live' ? source : null,
      recording: kind === 'live' ? null : source,
    })
    .select('id, slug')
    .single()
    .throwOnError()
  const { data: session } = await service
    .from('webinar_sessions')
    .insert({
      webinar_id: webinar.id,
      starts_at: startsAt.toISOString(),
      status: kind === 'live' ? 'live' : 'scheduled',
      started_at: kind === 'live' ? startsAt.toISOString() : null,
    })
    .select('id')
    .single()
    .throwOnError()
  const { id: contact } = await makeContact({ first: 'נועה' })
  const email = `${crypto.randomUUID()}@example.com`
  const { data: registration } = await service
    .from('webinar_registrations')
    .insert({ webinar_id: webinar.id, session_id: session.id, contact_id: contact, name: 'נועה', email })
    .select('id')
    .single()
    .throwOnError()
  const token = crypto.randomUUID().replaceAll('-', '')
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(token)))
  await service
    .from('webinar_links')
    .insert({ token_hash: hash.toHex(), registration_id: registration.id })
    .throwOnError()
  return { token, slug: webinar.slug }
}

const renderRoom = ({ token, slug }: { token: string; slug: string }, startsAt: Date, kind: Kind = 'automated') =>
  render(
    <WebinarRoom
      token={token}
      backendKey={inject('product').anonKey}
      now={new Date(Date.now() - 60 * minute).toISOString()}
      title="תקציב שמחזיק"
      slug={slug}
      businessName="בית מרווח"
      logo={null}
      kind={kind}
      presenter=""
      startsAt={startsAt.toISOString()}
      durationMinutes={60}
      source={null}
      isFree={false}
      captions={null}
      chapters={[]}
      recap="מה היה עד כאן"
      callPath="/book-a-call"
      isAllowed={() => true}
    />,
  )

test('a registrant who joins at minute 12 starts within two seconds of 12:00, although the page was rendered an hour ago', async () => {
  const recording = await longClip()
  const startsAt = new Date(Date.now() - 12 * minute)
  const due = () => (Date.now() - startsAt.getTime()) / 1000
  const { token, slug } = await registerFor(startsAt, recording)
  const startTimes: number[] = []
  // Media events do not bubble, so they are captured.
  document.addEventListener('playing', ({ target }) => startTimes.push((target as HTMLVideoElement).currentTime), {
    capture: true,
  })
  await renderRoom({ token, slug }, startsAt)
  await expect.poll(() => document.querySelector('video')?.duration).toBeCloseTo(864, 0)
  await expect.poll(() => startTimes.length).toBeGreaterThan(0)
  expect(startTimes[0]).toBeGreaterThanOrEqual(12 * 60 - 2)
  await expect.poll(() => Math.abs(document.querySelector('video')!.currentTime - due())).toBeLessThanOrEqual(2)
  const { currentTime } = document.querySelector('video')!
  await expect.poll(() => document.querySelector('video')!.currentTime).toBeGreaterThan(currentTime + 1)
  expect(document.querySelector('video')!.controls).toBe(false)
  await expect.element(page.getByRole('timer')).toMatchTextContent(/1[2-9]:\d\d/)
  await expect.element(page.getByText(/^הצטרפתם בדקה 1\d · לתקציר$/)).toBeVisible()
  URL.revokeObjectURL(recording)
})

test('the countdown uses the current start of a session that was rescheduled after the page was rendered', async () => {
  const startsAt = new Date(Date.now() + 25 * minute)
  await renderRoom(await registerFor(startsAt, clip), new Date(Date.now() + 5 * minute))
  await expect.element(page.getByRole('timer')).toMatchTextContent(/^00:2\d:\d\d$/)
})

test('the position in a stream counts from the start of the broadcast, not of the stream', async () => {
  const beats: { position: number }[] = []
  const { fetch } = globalThis
  globalThis.fetch = (input, init) => {
    if (typeof input === 'string' && input.endsWith('/beat-in-webinar'))
      beats.push(JSON.parse(init!.body as string) as { position: number })
    return fetch(input, init)
  }
  onTestFinished(() => {
    globalThis.fetch = fetch
  })
  const startsAt = new Date(Date.now() - 12 * minute)
  await renderRoom(await registerFor(startsAt, clip, 'live'), startsAt, 'live')
  const video = () => document.querySelector('video')
  await expect.poll(video).not.toBeNull()
  video()!.muted = true
  await video()!.play()
  await expect.poll(() => Math.max(0, ...beats.map(({ position }) => position))).toBeGreaterThanOrEqual(12 * 60 - 2)
})
