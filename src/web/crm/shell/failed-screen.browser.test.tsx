import type { RouteObject } from 'react-router'
import { expect, onTestFinished, test } from 'vitest'
import { page } from 'vitest/browser'
import { maxRetries } from '#ui/states/error-boundary.tsx'
import { appRoutes } from '#web/app-routes.tsx'
import { openScreen } from '../../../../test/browser/render.tsx'

const flat = (routes: RouteObject[]): RouteObject[] => routes.flatMap((route) => [route, ...flat(route.children ?? [])])

/** Makes the chunk of a screen fail to load until the end of the test. */
function failToLoad(path: string) {
  const route = flat(appRoutes).find((one) => one.path === path)!
  const { lazy } = route
  Object.assign(route, { lazy: () => Promise.reject(new Error(`The chunk of ${path} did not load`)) })
  onTestFinished(() => void Object.assign(route, { lazy }))
}

test('the retries of a screen whose chunk does not load are counted, up to the limit', async () => {
  failToLoad('pipeline')
  await openScreen('/crm/pipeline', 'owner')
  const retry = page.getByRole('button', { name: 'ניסיון נוסף' })
  for (let done = 0; done <= maxRetries; done += 1)
    // oxlint-disable-next-line no-await-in-loop -- each press is another retry
    await retry.click()
  await expect.element(retry).toBeDisabled()
  await expect.element(page.getByText('שגיאה חוזרת')).toBeVisible()
})
