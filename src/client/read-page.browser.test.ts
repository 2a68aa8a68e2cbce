import { expect, test } from 'vitest'
import { addContact, uniqueName } from '../../test/browser/own-rows.ts'
import { backendAs } from '../../test/browser/render.tsx'
import { readPage } from './read-page.ts'

const family = uniqueName()
const names = ['אביב', 'בני', 'גיל', 'דנה']

/** Reads pages of two contacts with this family name. */
const readNames = async (page: number, name = family) => {
  const { rows, ...place } = await readPage(page, 2, (from, to) =>
    backendAs('owner')
      .from('contacts')
      .select('first_name', { count: 'exact' })
      .eq('last_name', name)
      .order('first_name')
      .range(from, to)
      .throwOnError(),
  )
  return { names: rows.map(({ first_name }) => first_name), ...place }
}

test('the requested page is returned, or the last page when the requested one is beyond it', async () => {
  for (const first_name of names) await addContact({ first_name, last_name: family })
  expect(await readNames(0)).toEqual({ names: ['אביב', 'בני'], total: 4, page: 0 })
  const last = { names: ['גיל', 'דנה'], total: 4, page: 1 }
  expect(await readNames(1)).toEqual(last)
  // Offsets equal to the total and above it.
  expect(await readNames(2)).toEqual(last)
  expect(await readNames(999_999)).toEqual(last)
})

test('each page of an empty list is empty', async () => {
  const none = { names: [], total: 0, page: 0 }
  expect([await readNames(0, 'אין'), await readNames(1, 'אין'), await readNames(5, 'אין')]).toEqual([none, none, none])
})

test('any other error is thrown', async () => {
  await expect(
    readPage(1, 2, (from, to) =>
      backendAs('owner').from('contacts').select('id', { count: 'exact' }).eq('id', 'x').range(from, to).throwOnError(),
    ),
  ).rejects.toMatchObject({ code: '22P02' })
})
