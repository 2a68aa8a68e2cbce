import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import clip from '#platform/player/clips/annual-expenses.webm?url'
import { openScreen } from '../../../../test/browser/render.tsx'
import { violationsOf } from '../../../../test/browser/violations.ts'

const chooser = (of: string) => document.querySelector<HTMLInputElement>(`input[aria-label="בחירת קובץ ${of} לשלב 3"]`)!

test('a stage gets a video from a URL or an uploaded file, with captions', async () => {
  await openScreen('/crm/quizzes/financial_stage?tab=edit', 'owner')
  await page.getByText('שלב 3: יציבות').click()
  const field = page.getByRole('group', { name: 'סרטון בעמוד התוצאה' })
  const address = field.getByRole('textbox', { name: /כתובת הסרטון/ })
  await address.fill('https://example.com/page')
  await expect.element(page.getByText(/שלב 3: כתובת הסרטון אינה מוכרת/)).toBeVisible()
  await address.fill('https://youtu.be/dQw4w9WgXcQ')
  await expect.element(page.getByRole('button', { name: 'פרסום נוסח חדש' })).toBeEnabled()
  await userEvent.upload(chooser('וידאו'), new File(['<title>webm</title>'], 'שיעור.webm', { type: 'video/webm' }))
  await expect.element(field.getByText(/הקובץ אינו MP4 או WebM/)).toBeVisible()
  const bytes = await (await fetch(clip)).blob()
  await userEvent.upload(chooser('וידאו'), new File([bytes], 'שיעור.webm', { type: 'video/webm' }))
  await expect.element(field.getByRole('button', { name: 'החלפת הקובץ' })).toBeVisible()
  await expect.poll(() => document.querySelector('video')?.duration).toBe(72)
  await userEvent.upload(chooser('כתוביות'), new File(['WEBVTT\n\n00:00.000 --> 00:02.000\nשלום\n'], 'כתוביות.vtt'))
  await expect.element(field.getByRole('textbox', { name: /כתובת הכתוביות/ })).toHaveValue(expect.stringMatching(/^\/storage\/v1\/object\/public\/quiz-videos\/[\da-f-]{36}$/)) // prettier-ignore
  expect(await violationsOf()).toEqual([])
  await field.getByRole('button', { name: 'הסרת הסרטון' }).click()
  await expect.element(field.getByRole('textbox', { name: /כתובת הסרטון/ })).toHaveValue('')
})
