import { expect, test } from 'vitest'
import { defineFunction } from '#kernel/functions/functions.ts'
import { z } from '#lib/schema.ts'
import { makeActors } from '../../../test/actors.ts'
import { testDatabase } from '../../../test/database.ts'
import { testKernel } from '../../../test/kernel-app.ts'
import { checkLinkTargets, checkSiteLinks, type PublishedPages, readSitePages } from './seo.server.ts'

const db = await testDatabase()
const { as } = await makeActors(db)

/** A function that every page calls while it is rendered. */
const readPage = defineFunction({
  name: 'read-page',
  caller: 'anyone',
  input: z.object({}),
  output: z.object({}),
  run: async () => ({}),
})
async function rendered<T>(result: T): Promise<T> {
  await kernel.invoke('read-page', {}, { caller: { claims: as.visitor } as never })
  return result
}
const pages: PublishedPages = {
  list: () => rendered([]),
  read: () => rendered(undefined),
  check: () => rendered({ read: 0, pages: 0, links: [], orphans: [] }),
  missing: () => rendered([]),
}
const { kernel } = await testKernel(db, {
  functions: [readPage, readSitePages(pages), checkSiteLinks(pages), checkLinkTargets(pages)],
})

test.each([
  ['read-site-pages', {}, { pages: [] }],
  ['read-site-pages', { path: '/about' }, { pages: [] }],
  ['check-site-links', {}, { read: 0, pages: 0, links: [], orphans: [] }],
  ['check-link-targets', { paths: [] }, { missing: [] }],
])('concurrent calls of %s with %j leave connections for the pages that they render', async (name, input, output) => {
  // More calls than the pool of the functions has connections.
  const answers = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const answer = await kernel.invoke(name, input, { caller: { claims: as.content } as never })
      return (answer as Response).json() as Promise<unknown>
    }),
  )
  expect(answers).toEqual(Array.from({ length: 12 }, () => output))
})
