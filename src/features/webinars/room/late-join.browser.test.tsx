import { expect, inject, test } from 'vitest'
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

/** Creates a registrant of an automated broadcast that started at an instant. Returns the token of the link. */
async function registerFor(startsAt: Date, recording: string) {
  const service = backendAsService()
  const { data: webinar } = await service
    .from('webinars')
    .insert({
      title: 'תקציב שמחזיק',
      slug: `late-${crypto.randomUUID()}`,
      kind: 'automated',
      duration_minutes: 60,
      recording: { provider: 'file', ref: recording },
    })
    .select('id, slug')
    .single()
    .throwOnError()
  const { data: session } = await service
    .from('webinar_sessions')
    .insert({ webinar_id: webinar.id, starts_at: startsAt.toISOString() })
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

test('playback starts within two seconds of 12:00 for a registrant who joins at minute 12, although the page was rendered an hour ago', async () => {
  const recording = await longClip()
  const startsAt = new Date(Date.now() - 12 * minute)
  const due = () => (Date.now() - startsAt.getTime()) / 1000
  const { token, slug } = await registerFor(startsAt, recording)
  const startTimes: number[] = []
  // Media events do not bubble, so they are captured.
  document.addEventListener('playing', ({ target }) => startTimes.push((target as HTMLVideoElement).currentTime), {
    capture: true,
  })
  await render(
    <WebinarRoom
      token={token}
      backendKey={inject('product').anonKey}
      now={new Date(Date.now() - 60 * minute).toISOString()}
      title="תקציב שמחזיק"
      slug={slug}
      businessName="בית מרווח"
      logo={null}
      kind="automated"
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
