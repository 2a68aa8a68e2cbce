import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'
import { pngFile } from '../../../../test/browser/png.ts'

const backend = backendAs('owner')
const blocksOf = async (kind: string) => {
  const { data } = await backend.from('email_texts').select('blocks').eq('kind', kind).throwOnError()
  return data[0]?.blocks
}
const forget = (kind: string) =>
  onTestFinished(async () => {
    await backend.from('email_texts').delete().eq('kind', kind).throwOnError()
  })
const save = dialog.getByRole('button', { name: 'שמירת הנוסח' })
const preview = dialog.getByRole('region', { name: 'כך ההודעה תיקרא' })

test('blocks with merge fields can be added to a mail text, and the preview shows them', async () => {
  forget('client_idle')
  await openScreen('/crm/email/texts?kind=client_idle', 'owner')
  await dialog.getByRole('button', { name: 'הוספת חלק' }).click()
  await page.getByRole('menuitem', { name: 'כותרת' }).click()
  await expect.element(dialog.getByRole('textbox', { name: 'הכותרת' })).toHaveFocus()
  await userEvent.keyboard('נתראה, ')
  await dialog
    .getByRole('group', { name: /חלקים נוספים/ })
    .getByRole('button', { name: /^הוספת שדה/ })
    .click()
  await page.getByRole('menuitem', { name: 'שם פרטי' }).click()
  await expect.element(preview.getByRole('heading', { name: 'נתראה, נועה' })).toBeInTheDocument()
  await save.click()
  await expect.poll(() => blocksOf('client_idle')).toEqual([{ kind: 'heading', text: 'נתראה, {{firstName}}' }])
})

test('a picture without alternative text is refused beside the blocks, and the input is preserved', async () => {
  forget('process_anniversary')
  await openScreen('/crm/email/texts?kind=process_anniversary', 'owner')
  const parts = dialog.getByRole('group', { name: /חלקים נוספים/ })
  await expect.element(parts.getByRole('button', { name: 'תמונה' })).toBeVisible()
  await userEvent.upload(parts.element().querySelector('input[type=file]')!, await pngFile())
  const description = parts.getByRole('textbox', { name: 'תיאור התמונה' })
  await expect.element(description).toBeVisible()
  await save.click()
  await expect.element(parts.getByText('חלק 1 (תמונה) עוד לא מלא, או שהכתובת בו אינה תקינה')).toBeVisible()
  await description.fill('המשרד')
  await save.click()
  await expect
    .poll(() => blocksOf('process_anniversary'))
    .toEqual([expect.objectContaining({ kind: 'picture', alt: 'המשרד', to: '' })])
})

test('a block of a mail text has no recipient condition', async () => {
  await openScreen('/crm/email/texts?kind=stage_opened', 'owner')
  await dialog.getByRole('button', { name: 'הוספת חלק' }).click()
  await page.getByRole('menuitem', { name: 'קו מפריד' }).click()
  await dialog.getByRole('button', { name: 'עוד על חלק 1' }).click()
  await expect.element(page.getByRole('menuitem', { name: 'שכפול' })).toBeVisible()
  await expect.element(page.getByRole('menuitem', { name: 'למי להציג' })).not.toBeInTheDocument()
})
