import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import clip from '#platform/player/clips/annual-expenses.webm?url'
import { type Block, type BlockOf, blockKinds } from '#platform/pages/blocks.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { violationsOf } from '../../../../test/browser/violations.ts'
import { BlockForm } from './block-form.tsx'

type Content = BlockOf<'video'>['content']
let written: Content

function Editor() {
  const [content, setContent] = useState<Content>({ ...blockKinds.video.blank } as Content)
  return (
    <BlockForm
      block={{ id: 'one', kind: 'video', content } as Block}
      showAll={false}
      onWrite={(next) => {
        written = next as Content
        setContent(written)
      }}
    />
  )
}

const group = (name: string) => page.getByRole('group', { name })
const video = group('כתובת הסרטון')
const captions = group('כתובת הכתוביות')
const chooser = (label: string) => document.querySelector<HTMLInputElement>(`input[aria-label="${label}"]`)!
const subtitles = (text: string) => new File([text], 'subtitles.vtt')

test('a video and its captions are uploaded from the block, and a URL can be typed instead', async () => {
  await renderApp(<Editor />, { as: 'content' })
  await expect.element(video.getByRole('textbox')).toHaveValue('')
  await video.getByRole('textbox').fill('https://youtu.be/dQw4w9WgXcQ')
  expect(written.address).toBe('https://youtu.be/dQw4w9WgXcQ')
  await userEvent.upload(
    chooser('העלאת קובץ וידאו'),
    new File(['<title>webm</title>'], 'a.webm', { type: 'video/webm' }),
  )
  await expect.element(video.getByText(/הקובץ אינו MP4 או WebM/)).toBeVisible()
  const bytes = await (await fetch(clip)).blob()
  await userEvent.upload(chooser('העלאת קובץ וידאו'), new File([bytes], 'a.webm', { type: 'video/webm' }))
  await expect.element(video.getByText('הועלה קובץ וידאו')).toBeVisible()
  expect(written.address).toMatch(/^\/storage\/v1\/object\/public\/page-videos\/[\da-f-]{36}\.webm$/)
  await userEvent.upload(chooser('העלאת כתוביות'), subtitles('WEBVTT\n\n00:00.000 --> 00:02.000\nשלום\n'))
  await expect.element(captions.getByText('הועלה קובץ כתוביות')).toBeVisible()
  expect(written.captions).toMatch(/^\/storage\/v1\/object\/public\/page-videos\/[\da-f-]{36}\.vtt$/)
  expect(blockKinds.video.content.safeParse(written).success).toBe(true)
  expect(await violationsOf(document.querySelector('.block-form')!)).toEqual([])
  await video.getByRole('button', { name: 'הסרת הקובץ' }).click()
  await expect.element(video.getByRole('textbox')).toHaveValue('')
  expect(written.captions).not.toBe('')
})

test('captions in another format, which browsers ignore, are refused with a message', async () => {
  await renderApp(<Editor />, { as: 'content' })
  await expect.element(captions.getByRole('textbox')).toHaveValue('')
  await userEvent.upload(chooser('העלאת כתוביות'), subtitles('1\n00:00:00,000 --> 00:00:02,000\nשלום\n'))
  await expect.element(captions.getByText(/הקובץ אינו כתוביות WebVTT/)).toBeVisible()
})
