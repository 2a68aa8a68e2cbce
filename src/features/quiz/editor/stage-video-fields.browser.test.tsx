import { useState } from 'react'
import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import clip from '#platform/player/clips/annual-expenses.webm?url'
import { openScreen, renderApp } from '../../../../test/browser/render.tsx'
import { violationsOf } from '../../../../test/browser/violations.ts'
import type { Stage } from '../definition/quiz-definition.ts'
import { StageVideoFields } from './stage-video-fields.tsx'

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

function Editor() {
  const [stage, setStage] = useState({ id: 3, video: { address: 'https://youtu.be/dQw4w9WgXcQ' } } as Stage)
  return <StageVideoFields stage={stage} onChange={(change) => setStage({ ...stage, ...change })} />
}

/** Delays the bytes of the next upload until the returned function is called. */
function delayNextUpload() {
  const { promise, resolve } = Promise.withResolvers<void>()
  const send = Object.getOwnPropertyDescriptor(XMLHttpRequest.prototype, 'send')!
  const restore = () => void Object.defineProperty(XMLHttpRequest.prototype, 'send', send)
  XMLHttpRequest.prototype.send = function delay(this: XMLHttpRequest, body?: XMLHttpRequestBodyInit) {
    restore()
    void promise.then(() => this.send(body))
  }
  onTestFinished(restore)
  return resolve
}

test('the URL of captions that was typed during a video upload remains after the upload', async () => {
  await renderApp(<Editor />, { as: 'owner' })
  const captions = page.getByRole('textbox', { name: /כתובת הכתוביות/ })
  await expect.element(captions).toHaveValue('')
  const release = delayNextUpload()
  const bytes = await (await fetch(clip)).blob()
  await userEvent.upload(chooser('וידאו'), new File([bytes], 'שיעור.webm', { type: 'video/webm' }))
  await expect.element(page.getByRole('progressbar', { name: 'העלאת הקובץ' })).toBeInTheDocument()
  await captions.fill('/captions.vtt')
  release()
  await expect.element(page.getByRole('button', { name: 'החלפת הקובץ' })).toBeVisible()
  await expect.element(captions).toHaveValue('/captions.vtt')
})

test('captions of a stage in another format, which browsers ignore, are refused with a message', async () => {
  await renderApp(<Editor />, { as: 'owner' })
  await expect.element(page.getByRole('textbox', { name: /כתובת הכתוביות/ })).toHaveValue('')
  await userEvent.upload(chooser('כתוביות'), new File(['1\n00:00:00,000 --> 00:00:02,000\nשלום\n'], 'כתוביות.vtt'))
  await expect.element(page.getByText(/הקובץ אינו כתוביות WebVTT/)).toBeVisible()
})
