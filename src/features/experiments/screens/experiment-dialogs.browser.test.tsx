import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import type { ListedPage } from '#platform/pages/editing.data.ts'
import { renderApp } from '../../../../test/browser/render.tsx'
import type { MeasuredExperiment } from '../experiments.data.ts'
import type { HomePage, VariantResult } from '../experiments.ts'
import { significanceOf } from '../significance.ts'
import { NoExperiment } from './no-experiment.tsx'
import { TrafficSplitDialog } from './traffic-split-dialog.tsx'
import { WinnerDialog } from './winner-dialog.tsx'
import { openDialog as dialog } from '../../../../test/browser/open-dialog.ts'

const nameOf = (path: string) => ({ '/': 'עמוד הבית', '/home-2': 'שני', '/home-3': 'שלישי' })[path] ?? path
const common = { open: true, onClose: () => {}, onDone: () => {}, finalFocus: { current: null } }
const weight = (name: string) => dialog.getByRole('textbox', { name })

const measured = (key: HomePage, answered: number): VariantResult => ({
  key,
  weight: 50,
  views: 2100,
  visitors: 2000,
  contacts: answered,
  newsletters: 0,
  signups: 0,
  answered,
})
const comparison = (...pages: VariantResult[]): MeasuredExperiment => ({
  id: crypto.randomUUID(),
  path: '/',
  label: '',
  started_at: '2026-01-01T00:00:00Z',
  started_by: null,
  ended_at: null,
  ended_by: null,
  winner: null,
  pages,
})
const month = 30 * 86_400_000

test('the share of each page is shown while weights are typed, and at least two pages need a weight', async () => {
  await renderApp(<TrafficSplitDialog {...common} offered={['/', '/home-2', '/home-3']} nameOf={nameOf} />, {
    as: 'owner',
  })
  await expect.element(weight('עמוד הבית')).toHaveValue('34')
  await weight('עמוד הבית').fill('75')
  await weight('שני').fill('25')
  await weight('שלישי').fill('0')
  await expect.element(weight('עמוד הבית')).toHaveAccessibleDescription('75% מהמבקרים')
  await expect.element(weight('שלישי')).toHaveAccessibleDescription('לא יוצג בהשוואה')
  await weight('שני').fill('הרבה')
  await expect.element(weight('שני')).toHaveAccessibleDescription(/משקל הוא מספר שלם בין 0 ל־100/)
  await dialog.getByRole('button', { name: 'התחלת ההשוואה' }).click()
  await expect.element(weight('שני')).toHaveFocus()
  await weight('שני').fill('0')
  await dialog.getByRole('button', { name: 'התחלת ההשוואה' }).click()
  await expect.element(dialog.getByText('כדי להשוות צריך לפחות שני דפים עם משקל גדול מ־0')).toBeVisible()
})

test('a significant winner is preselected, and choosing a winner is refused once the experiment has ended', async () => {
  const running = comparison(measured('/', 40), measured('/home-2', 140))
  const verdict = significanceOf(running.pages, month)
  const pages: ListedPage[] = []
  await renderApp(<WinnerDialog {...common} comparison={running} verdict={verdict} pages={pages} nameOf={nameOf} />, {
    as: 'owner',
  })
  const best = dialog.getByRole('radio', { name: /^שני/ })
  await expect.element(best).toBeChecked()
  await expect.element(best).toHaveFocus()
  await expect.element(dialog.getByText(/^עוד אין מספיק/)).not.toBeInTheDocument()
  await dialog.getByRole('button', { name: 'לבחור כמנצח' }).click()
  await expect.element(dialog.getByRole('alert')).toBeVisible()
})

test('without a significant difference no page is preselected, and a choice is required', async () => {
  const running = comparison(measured('/', 40), measured('/home-2', 41))
  const verdict = significanceOf(running.pages, month)
  await renderApp(<WinnerDialog {...common} comparison={running} verdict={verdict} pages={[]} nameOf={nameOf} />, {
    as: 'owner',
  })
  await expect.element(dialog.getByText(/^עוד אין מספיק/)).toBeVisible()
  for (const radio of dialog.getByRole('radio').all()) await expect.element(radio).not.toBeChecked()
  await dialog.getByRole('button', { name: 'לבחור כמנצח' }).click()
  await expect.element(dialog.getByText('צריך לבחור דף')).toBeVisible()
})

test('an experiment requires two published pages, and the last experiment shows its winner', async () => {
  const ended = {
    ...comparison(measured('/', 40), measured('/home-2', 140)),
    ended_at: '2026-02-01T00:00:00Z',
    winner: '/home-2' as const,
  }
  const screen = await renderApp(<NoExperiment last={ended} isPossible={false} nameOf={nameOf} onBegin={() => {}} />, {
    as: 'owner',
  })
  await expect.element(page.getByText(/^כדי להשוות צריך שני דפי בית מפורסמים/)).toBeVisible()
  await expect.element(page.getByRole('button', { name: 'התחלת השוואה' })).not.toBeInTheDocument()
  await page.getByText(/^ההשוואה האחרונה, עד/).click()
  await expect.element(page.getByText('הדף שנבחר: שני')).toBeVisible()
  await screen.unmount()
  let startCount = 0
  await renderApp(<NoExperiment last={null} isPossible nameOf={nameOf} onBegin={() => (startCount += 1)} />, {
    as: 'owner',
  })
  await page.getByRole('button', { name: 'התחלת השוואה' }).click()
  expect(startCount).toBe(1)
})
