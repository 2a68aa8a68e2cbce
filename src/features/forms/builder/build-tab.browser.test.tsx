import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { loseNextResponse } from '../../../../test/browser/network.ts'
import { backendAs, openScreen } from '../../../../test/browser/render.tsx'
import { unique } from '../../../../test/browser/unique.ts'
import { draftOfTemplate } from '../templates/templates.ts'

const backend = backendAs('owner')

async function newForm() {
  const title = unique('בנייה').replaceAll('"', '')
  const draft = draftOfTemplate('blank', title) as never
  const { data } = await backend.from('forms').insert({ title, draft }).select('id, public_id').single().throwOnError()
  await openScreen(`/crm/forms/${data.id}?tab=build`, 'owner')
  const draftNow = async () =>
    JSON.stringify((await backend.from('forms').select('draft').eq('id', data.id).single().throwOnError()).data.draft)
  return { ...data, title, draftNow }
}

async function addField(kind: string, label: string) {
  await page.getByRole('button', { name: 'הוספת שאלה' }).click()
  await page.getByRole('dialog', { name: 'איזו שאלה להוסיף?' }).getByRole('button', { name: kind, exact: true }).click()
  await page.getByRole('textbox', { name: 'השאלה' }).fill(label)
}

test('a form with a condition is built from scratch, autosaved and published', async () => {
  const { id, draftNow } = await newForm()
  const publish = page.getByRole('button', { name: 'פרסום', exact: true })
  await expect.element(page.getByText('אין בטופס שאלות. הוסיפו לפחות אחת')).toBeVisible()
  await expect.element(publish).toBeDisabled()
  await addField('כן או לא', 'האם יש לכם תקציב?')
  await addField('סכום כסף', 'כמה נשאר בסוף החודש?')
  const preview = page.getByRole('region', { name: 'תצוגה מקדימה' })
  await expect.element(preview.getByRole('textbox', { name: /כמה נשאר/ })).toBeVisible()
  await page.getByRole('button', { name: 'הוספת תנאי' }).click()
  await expect.element(preview.getByRole('textbox', { name: /כמה נשאר/ })).not.toBeInTheDocument()
  await preview.getByRole('radio', { name: 'כן' }).click()
  await expect.element(preview.getByRole('textbox', { name: /כמה נשאר/ })).toBeVisible()
  await expect.element(page.getByText(/מוצגת אם התשובה על/)).toBeVisible()
  await expect.poll(draftNow).toContain('"showIf"')
  await publish.click()
  await expect.element(page.getByText('הטופס פורסם')).toBeVisible()
  const { data: versions } = await backend.from('form_versions').select('number').eq('form_id', id).throwOnError()
  expect(versions).toEqual([{ number: 1 }])
})

test('questions are moved by keyboard and duplicated, and each edit can be undone', async () => {
  const { draftNow } = await newForm()
  await addField('טקסט קצר', 'ראשונה')
  await addField('טקסט קצר', 'שנייה')
  const order = async () => [...(await draftNow()).matchAll(/ראשונה|שנייה/g)].map(([label]) => label).join(' ')
  await expect.poll(order).toBe('ראשונה שנייה')
  page
    .getByRole('button', { name: /^שנייה/ })
    .element()
    .focus()
  await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
  await expect.poll(order).toBe('שנייה ראשונה')
  await page.getByRole('button', { name: 'פעולות: ראשונה' }).click()
  await page.getByRole('menuitem', { name: 'שכפול' }).click()
  await expect.poll(order).toBe('שנייה ראשונה ראשונה')
  const undo = page.getByRole('button', { name: 'ביטול הצעד האחרון' })
  await undo.click()
  await undo.click()
  await expect.poll(order).toBe('ראשונה שנייה')
})

test('a draft saved by another editor is not overwritten until the user resolves the conflict', async () => {
  const { id, title, draftNow } = await newForm()
  await addField('טקסט קצר', 'שלי')
  await expect.poll(draftNow).toContain('שלי')
  const theirs = { ...draftOfTemplate('satisfaction', title) } as never
  await backend.from('forms').update({ draft: theirs }).eq('id', id).throwOnError()
  await page.getByRole('textbox', { name: 'השאלה' }).fill('שלי אחרי שינוי')
  await expect.element(page.getByText(/הטופס נשמר במקום אחר/)).toBeVisible()
  expect(await draftNow()).toContain('עד כמה הייתם מרוצים')
  await page.getByRole('button', { name: 'להמשיך מהנוסח שנשמר' }).click()
  await expect.element(page.getByRole('button', { name: /^עד כמה הייתם מרוצים/ })).toBeVisible()
  await page.getByRole('button', { name: 'ביטול הצעד האחרון' }).click()
  await expect.poll(draftNow).toContain('שלי אחרי שינוי')
})

test('a save whose response was lost does not conflict with the next edit', async () => {
  const { draftNow } = await newForm()
  await addField('טקסט קצר', 'לפני')
  await expect.poll(draftNow).toContain('לפני')
  loseNextResponse('PATCH /rest/v1/forms')
  const label = page.getByRole('textbox', { name: 'השאלה' })
  await label.fill('נשמרה בלי תשובה')
  await expect.poll(draftNow).toContain('נשמרה בלי תשובה')
  await label.fill('נשמרה אחריה')
  await expect.poll(draftNow).toContain('נשמרה אחריה')
})
