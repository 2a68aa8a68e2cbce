import { expect, test } from '@playwright/test'
import { expectAccessible, signIn } from './demo.ts'

test('the bell counts what is new and urgent, a task of the day among it; reading and deleting are remembered', async ({
  page,
}) => {
  const asked: string[] = []
  page.on('request', (request) => {
    const { pathname, searchParams } = new URL(request.url())
    if (request.method() === 'GET' && /\/rest\/v1\/(notifications|tasks)$/.test(pathname))
      asked.push(
        `${pathname.split('/').at(-1)} ${[...searchParams].map(([name, value]) => `${name}=${value}`).join(' ')}`,
      )
  })
  await signIn(page, 'owner')
  const bell = page.getByRole('button', { name: /^התראות/ })
  await expect(bell).toHaveAccessibleName(/דחופ/)
  const day = (ahead: number) =>
    new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Jerusalem' }).format(Date.now() + ahead * 86_400_000)
  // spec §7, to the letter
  expect(asked).toContainEqual(
    expect.stringMatching(/^notifications select=\* user_id=eq\.[\da-f-]{36} order=created_at\.desc limit=50$/),
  )
  expect(asked).toContainEqual(
    expect.stringMatching(
      new RegExp(
        `^tasks select=id,name,due_date,status user_id=eq\\.[\\da-f-]{36} status=eq\\.To Do due_date=gte\\.${day(0)} due_date=lte\\.${day(1)} .*limit=10$`,
      ),
    ),
  )

  await bell.click()
  const notices = page.getByRole('dialog', { name: 'התראות' }).getByRole('listitem')
  const made = notices.filter({ hasText: /משימה (באיחור|קרובה)/ }).first()
  await expect(made).toBeVisible()
  await expectAccessible(page)
  const words = await made.getByRole('paragraph').textContent()
  await made.getByRole('button', { name: /^מחיקה/ }).click()
  await expect(notices.filter({ hasText: words! })).toHaveCount(0)
  await page.getByRole('button', { name: 'סימון הכול כנקרא' }).click()
  await expect(page.getByText('כל ההתראות סומנו כנקראו').first()).toBeVisible()
  await expect(bell).toHaveAccessibleName('התראות')

  await page.reload()
  await expect(bell).toHaveAccessibleName('התראות')
  await bell.click()
  await expect(notices.first()).toBeVisible()
  await expect(notices.filter({ hasText: words! })).toHaveCount(0)
})
