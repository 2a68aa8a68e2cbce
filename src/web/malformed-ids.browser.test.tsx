import type { RouteObject } from 'react-router'
import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { makeClient } from '../../test/browser/make-client.ts'
import { openScreen } from '../../test/browser/render.tsx'
import { appRoutes } from './app-routes.tsx'

const pathsOf = (routes: RouteObject[], above = ''): string[] =>
  routes.flatMap(({ path = '', children }) => {
    const own = path.startsWith('/') ? path : [above, path].filter(Boolean).join('/')
    return children ? pathsOf(children, own) : [own]
  })

const idParam = /:\w+Id(?=\/|$)/g
const paths = pathsOf(appRoutes)
  .filter((path) => path.search(idParam) >= 0)
  .map((path) => path.replaceAll(idParam, 'abc'))
const notFound = /לא נמצא|אין (דיוור|תבנית|מאמר) כז|אין כאן מסמך/

test.each(paths)('%s: a malformed id is shown as an unknown record, without a retry', async (path) => {
  await openScreen(path, path.startsWith('/client-portal') ? (await makeClient()).account : 'owner')
  await expect.element(page.getByRole('main')).toMatchTextContent(notFound)
  expect(page.getByRole('button', { name: 'ניסיון נוסף' }).elements()).toEqual([])
})

test('the screens of contacts, campaigns and stages are among the tested screens', () => {
  expect(paths).toEqual(expect.arrayContaining(['/crm/contacts/abc', '/crm/email/abc', '/client-portal/process/abc']))
})
