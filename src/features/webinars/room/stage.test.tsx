import { expect, test } from 'vitest'
import { elements, renderHtml } from '../../../../test/rendered-html.ts'
import type { SessionState } from '../webinar-labels.ts'
import { Stage } from './stage.tsx'

const unused = () => Promise.reject(new Error('unused'))

function shown(status: SessionState | null, remaining: number) {
  const stage = (
    <Stage
      status={status}
      left={remaining}
      presenter=""
      slug="budget"
      token="key"
      callPath="/book-a-call"
      call={unused}
    />
  )
  const { html, text } = renderHtml(stage)
  return { text, links: elements(html, 'a').map(({ attributes }) => attributes['href']) }
}

test('the end of the broadcast links to the next step, and promises no recording that may not be available', () => {
  const { text, links } = shown('ended', -3600)
  expect(text).toContain('ההדרכה הסתיימה')
  expect(text).toContain('אם תעלה הקלטה')
  expect(text).toContain('איך הייתה ההדרכה?')
  expect(links).toEqual(['/book-a-call', '/webinar'])
})

test('an open room links to the recording once it is available, instead of showing a past start', () => {
  const { text, links } = shown('replay', -3700)
  expect(text).not.toContain('מתחילים עוד רגע')
  expect(links).toEqual(['/webinar/budget/replay?r=key', '/webinar'])
})

test('the lobby of a cancelled session shows the cancellation, and stops the countdown', () => {
  const { text, links } = shown('cancelled', 600)
  expect(text).toContain('המפגש בוטל')
  expect(text).not.toContain('10:00')
  expect(text).not.toContain('איך הייתה ההדרכה?')
  expect(links).toEqual(['/book-a-call', '/webinar/budget'])
})

test('the lobby counts down to the start, never below zero, and offers the sound test', () => {
  expect(shown('lobby', 600).text).toContain('00:10:00')
  expect(shown('lobby', -5).text).toContain('מתחילים עוד רגע')
  expect(shown('lobby', -5).text).toContain('בדיקת שמע')
})
