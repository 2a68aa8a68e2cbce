import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { StoredImage } from '#platform/images/images.ts'
import { brokenPng, pngFile } from '../../../../test/browser/png.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import { GooglePreview, WhatsAppPreview } from './head-previews.tsx'
import { LengthMeter } from './length-meter.tsx'
import { ShareImageField } from './share-image-field.tsx'

function Field() {
  const [picture, setPicture] = useState<StoredImage | null>(null)
  const [alt, setAlt] = useState('')
  return <ShareImageField picture={picture} onChange={setPicture} alt={alt} onAlt={setAlt} altError={undefined} />
}
const input = () => page.elementLocator(document.querySelector('input[type=file]')!)

test('a share image is uploaded with its alt text, a corrupt one is refused, and removing it restores the generated card', async () => {
  await renderApp(<Field />, { as: 'content' })
  await userEvent.upload(input(), brokenPng())
  await expect.element(page.getByRole('alert')).toBeVisible()
  await userEvent.upload(input(), await pngFile('share.png', 1200, 630))
  const alt = page.getByRole('textbox', { name: 'מה רואים בתמונה' })
  await expect.element(alt).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'החלפת התמונה' })).toBeEnabled()
  await page.getByRole('button', { name: 'הסרה' }).click()
  await expect.element(alt).not.toBeInTheDocument()
  await expect.element(page.getByRole('button', { name: 'העלאת תמונה' })).toBeVisible()
})

test('a length is rated as short, good, truncated or missing', async () => {
  for (const [letters, message] of [
    [0, 'הכותרת חסרה'],
    [14, 'הכותרת קצרה'],
    [15, 'אורך טוב'],
    [60, 'אורך טוב'],
    [61, 'הכותרת עלולה להיחתך אחרי 60 תווים'],
  ] as const) {
    const shown = await renderApp(<LengthMeter kind="title" text={'א'.repeat(letters)} />)
    await expect.element(page.getByText(new RegExp(`${letters}/60 ${message}`))).toBeVisible()
    await shown.unmount()
  }
})

test('previews show the path as breadcrumbs, and that saving redraws the generated card with the new title', async () => {
  const shown = {
    title: 'כותרת',
    description: 'תיאור',
    image: '/share/x.png?v=1',
    address: `${location.origin}/blog/מאמר`,
  }
  const screen = await renderApp(
    <>
      <GooglePreview {...shown} />
      <WhatsAppPreview {...shown} redrawn />
    </>,
  )
  await expect.element(page.getByText(`${location.host} › blog › מאמר`)).toBeVisible()
  await expect.element(page.getByText('התמונה תצויר מחדש עם הכותרת אחרי השמירה.')).toBeVisible()
  await screen.unmount()
  await renderApp(<WhatsAppPreview {...shown} image={null} redrawn />)
  await expect.element(page.getByRole('img')).not.toBeInTheDocument()
  await expect.element(page.getByText(/^התמונה תצויר/)).not.toBeInTheDocument()
})
