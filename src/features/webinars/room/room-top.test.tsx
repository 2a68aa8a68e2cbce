import type { ComponentProps } from 'react'
import { expect, test } from 'vitest'
import { renderHtml } from '../../../../test/rendered-html.ts'
import { RoomTop } from './room-top.tsx'

const shown = (props: Partial<ComponentProps<typeof RoomTop>> = {}) =>
  renderHtml(
    <RoomTop
      title="חודש אחד בלי מינוס"
      slug="one month"
      businessName="בית מרווח"
      logo={null}
      isOnAir
      isRecorded={false}
      viewers={237}
      isConnected
      elapsed={2292.4}
      {...props}
    />,
  )

test('the bar shows the business, the time since the start, and a link from the room to the page of the webinar', () => {
  const { html, text, links } = shown()
  expect(text).toContain('בית מרווח')
  expect(text).toContain('38:12')
  expect(html).toContain('role="timer"')
  expect(links).toEqual([['יציאה', '/webinar/one%20month']])
})

test('an uploaded logo replaces the mark and has the name of the business', () => {
  const { attributes } = shown({ logo: '/logo.png' })
  expect(attributes('img')).toMatchObject([{ src: '/logo.png', alt: 'בית מרווח' }])
})

test('without a broadcast the bar shows no elapsed time, and contains the link out of the room', () => {
  const { html, text, links } = shown({ isOnAir: false, viewers: 0, isConnected: undefined, elapsed: undefined })
  expect(html).not.toContain('role="timer"')
  expect(text).not.toContain('צופים')
  expect(links).toHaveLength(1)
})
