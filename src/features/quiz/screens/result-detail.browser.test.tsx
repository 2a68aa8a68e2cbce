import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { backendAs, backendAsService, openScreen } from '../../../../test/browser/render.tsx'
import { undoLast } from '../../../../test/browser/undo-last.ts'
import { violationsOf } from '../../../../test/browser/violations.ts'

const visitor = backendAs('owner')

/** A result with all questions answered. Returns its attempt id. */
async function makeResult() {
  const invoke = async <T extends object>(name: string, body: object) =>
    (await visitor.functions.invoke<T>(name, { body })).data!
  const { key } = await invoke<{ key: string }>('start-quiz', {})
  for (let n = 1; n <= 10; n++)
    // oxlint-disable-next-line no-await-in-loop -- in order
    await invoke('answer-quiz', { key, question: `q${n}`, answer: '2', step: 'next' })
  const { token } = await invoke<{ token: string }>('skip-quiz-details', { key })
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(key))).toHex()
  const { data } = await backendAsService()
    .from('quiz_attempts')
    .select('id')
    .eq('key_hash', hash)
    .single()
    .throwOnError()
  return { id: data.id, token }
}

test('all links to a result are revoked and restored', async () => {
  const { id, token } = await makeResult()
  const isOpen = async () => (await visitor.functions.invoke('open-quiz-result', { body: { token } })).error === null
  expect(await isOpen()).toBe(true)
  await openScreen(`/crm/quizzes/financial_stage?tab=results&result=${id}`, 'owner')
  const sheet = page.getByRole('dialog', { name: 'תוצאה של שאלון' })
  await sheet.getByRole('button', { name: 'ביטול הקישורים לתוצאה' }).click()
  await expect.element(page.getByText('הקישורים לתוצאה בוטלו')).toBeVisible()
  expect(await isOpen()).toBe(false)
  expect(await violationsOf(sheet.element())).toEqual([])
  await undoLast()
  await expect.element(page.getByText('הקישורים לתוצאה פתוחים שוב')).toBeVisible()
  await expect.poll(isOpen).toBe(true)
})
