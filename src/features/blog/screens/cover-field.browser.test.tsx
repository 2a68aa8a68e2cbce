import { useState } from 'react'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { brokenPng, pngFile } from '../../../../test/browser/png.ts'
import { openScreen, renderApp } from '../../../../test/browser/render.tsx'
import type { PostInput } from '../blog.ts'
import { blankPost } from '../editing.data.ts'
import { addPost } from './add-post.fixture.ts'
import { CoverField } from './cover-field.tsx'

const fileInput = () => page.elementLocator(document.querySelector('.post-cover-field input[type=file]')!)
const alt = page.getByRole('textbox', { name: 'מה רואים בתמונה' })

function Field() {
  const [input, setWritten] = useState<PostInput>(blankPost())
  return (
    <>
      <CoverField written={input} cover={null} onChange={(part) => setWritten((now) => ({ ...now, ...part }))} />
      <output>{JSON.stringify([input.cover_art, input.cover_id !== null, input.cover_alt])}</output>
    </>
  )
}

test('a cover is an illustration or an uploaded image with alt text, and the illustration can be restored', async () => {
  await renderApp(<Field />, { as: 'content' })
  const output = page.getByRole('status')
  await page.getByRole('radio', { name: 'צנצנות' }).click({ force: true })
  await expect.element(output).toHaveTextContent('["jars",false,""]')
  await userEvent.upload(fileInput(), brokenPng())
  await expect.element(page.getByRole('alert')).toMatchTextContent(/הקובץ אינו תמונה|לא הצלחנו לפתוח/)
  await expect.element(output).toHaveTextContent('["jars",false,""]')
  await userEvent.upload(fileInput(), await pngFile('cover.png', 1200, 800))
  await expect.element(alt).toBeVisible()
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument()
  await alt.fill('שולחן')
  await expect.element(output).toHaveTextContent('["jars",true,"שולחן"]')
  await expect.element(page.getByRole('radio')).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'חזרה לאיור' }).click()
  await expect.element(output).toHaveTextContent('["jars",false,""]')
  await expect.element(page.getByRole('radio', { name: 'צנצנות' })).toBeChecked()
})

test('an image in the text needs alt text, and a button needs a valid link', async () => {
  const { id } = await addPost({ body: { type: 'doc', content: [] } })
  await openScreen(`/crm/blog/${id}`, 'content')
  const tool = (name: string) =>
    page.getByRole('toolbar', { name: 'עיצוב הטקסט' }).getByRole('button', { name, exact: true })
  await tool('כפתור').click()
  const buttonText = page.getByRole('textbox', { name: 'מה כתוב על הכפתור' })
  const href = page.getByRole('combobox', { name: 'לאן הוא מוביל' })
  await buttonText.fill('לשיחה')
  await href.fill('אין כתובת')
  await expect.element(href).toHaveAccessibleDescription(/זו לא כתובת שאפשר להגיע אליה/)
  await href.fill('/contact')
  await expect.element(href).not.toHaveAttribute('aria-invalid')
  await userEvent.upload(page.elementLocator(document.querySelector('.post-text input[type=file]')!), await pngFile())
  const figureAlt = page.getByRole('figure').getByRole('textbox', { name: 'מה רואים בתמונה' })
  await expect.element(figureAlt).toHaveAccessibleDescription(/בלי תיאור אי אפשר לפרסם/)
  await figureAlt.fill('שולחן')
  await expect.element(figureAlt).not.toHaveAttribute('aria-invalid')
  await page.getByRole('button', { name: 'הסרת התמונה' }).click()
  await expect.element(figureAlt).not.toBeInTheDocument()
  await page.getByRole('button', { name: 'הסרת הכפתור' }).click()
  await expect.element(buttonText).not.toBeInTheDocument()
})
