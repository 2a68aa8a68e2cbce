import { expect, test } from 'vitest'
import { render } from 'vitest-browser-react'
import { page, userEvent } from 'vitest/browser'
import { VideoPlayer } from './video-player.tsx'

const video = { source: { provider: 'youtube', ref: 'dQw4w9WgXcQ' }, title: 'שיחת כסף' } as const

test("an embedded video asks for consent before it loads another site's player, also by keyboard", async () => {
  await render(<VideoPlayer video={video} />)
  expect(document.querySelector('iframe')).toBeNull()
  const start = page.getByRole('link', { name: 'הפעלת הסרטון: שיחת כסף' })
  await expect.element(start).toHaveAttribute('href', 'https://www.youtube.com/watch?v=dQw4w9WgXcQ')
  start.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('button', { name: 'הפעלה כאן' })).toHaveFocus()
  expect(document.querySelector('iframe')).toBeNull()
  await userEvent.keyboard('{Enter}')
  await expect.poll(() => document.querySelector('iframe')?.title).toBe('שיחת כסף')
})

test('a video file has controls, speed and chapters', async () => {
  const chapters = [{ at: 65, title: 'הסעיפים' }]
  await render(<VideoPlayer video={{ source: { provider: 'file', ref: '/none.webm' }, title: 'שיעור', chapters }} />)
  const media = document.querySelector('video')!
  expect(media.controls).toBe(true)
  await userEvent.selectOptions(page.getByLabelText('מהירות'), '×1.5')
  expect(media.playbackRate).toBe(1.5)
  await expect.element(page.getByRole('button', { name: '1:05 הסעיפים' })).toBeEnabled()
})

test('a live stream has no speed menu', async () => {
  await render(<VideoPlayer video={video} isStream isAllowed={() => true} />)
  await page.getByRole('link', { name: 'הפעלת הסרטון: שיחת כסף' }).click()
  await expect.poll(() => document.querySelector('iframe')?.title).toBe('שיחת כסף')
  await expect.element(page.getByLabelText('מהירות')).not.toBeInTheDocument()
})
