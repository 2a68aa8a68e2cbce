// The official client, unmodified, against rest/v1: the calls that the app makes.
import { createClient } from '@supabase/supabase-js'
import { expect, test } from 'vitest'
import { bookshop } from './bookshop.fixture.ts'

const { url, tokens, users, dana } = await bookshop()
// The client adds the path prefix itself.
const client = createClient(url, tokens.anonKey, {
  auth: { persistSession: false, autoRefreshToken: false },
  accessToken: () => Promise.resolve(users['dana']!),
})

test('the official client reads, writes and calls functions', async () => {
  const list = await client
    .from('books')
    .select('id, title, writer:author_id(name)')
    .gte('id', 2)
    .lte('id', 3)
    .order('id', { ascending: false })
    .limit(50)
  expect(list.error).toBeNull()
  expect(list.data).toEqual([
    { id: 3, title: 'A Pigeon and a Boy', writer: { name: 'Meir Shalev' } },
    { id: 2, title: 'מיכאל שלי', writer: { name: 'עמוס עוז' } },
  ])
  const counted = await client.from('books').select('*', { count: 'exact', head: true })
  expect(counted).toMatchObject({ count: 4, data: null, status: 200 })
  const page = await client.from('books').select('id', { count: 'exact' }).order('id').range(1, 2)
  expect(page).toMatchObject({ count: 4, data: [{ id: 2 }, { id: 3 }], status: 206 })
  expect((await client.from('books').select('id').in('title', ['A Pigeon and a Boy', 'x, (y)'])).data).toEqual([
    { id: 3 },
  ])
  expect((await client.from('books').select('id').or('id.eq.1,title.ilike.*boy*').order('id')).data).toEqual([
    { id: 1 },
    { id: 3 },
  ])
  expect((await client.from('books').select('id').contains('tags', ['birds'])).data).toEqual([{ id: 3 }])
  expect((await client.from('authors').select('id').contains('prizes', { israel: 1998 })).data).toEqual([{ id: 1 }])
  expect((await client.from('books').select('id').textSearch('title', 'pigeon', { config: 'english' })).data).toEqual([
    { id: 3 },
  ])
  expect((await client.from('books').select('id').not('id', 'in', '(1,2)').is('price', null)).data).toEqual([{ id: 4 }])

  const inserted = await client
    .from('loans')
    .insert([{ book_id: 1 }, { book_id: 2, note: 'רחוק' }])
    .select('id, reader, note')
  expect(inserted).toMatchObject({
    status: 201,
    data: [
      { reader: dana, note: null },
      { reader: dana, note: 'רחוק' },
    ],
  })
  const id = (inserted.data as { id: string }[])[0]!.id
  const updated = await client.from('loans').update({ note: 'נקרא' }).eq('id', id).select().single()
  expect(updated.data).toMatchObject({ id, note: 'נקרא' })
  const upserted = await client
    .from('loans')
    .upsert({ id, book_id: 3 }, { onConflict: 'id' })
    .select('book_id')
    .single()
  expect(upserted.data).toEqual({ book_id: 3 })
  expect(await client.from('loans').delete().eq('id', id)).toMatchObject({ status: 204, error: null })
  expect((await client.from('loans').select('id').eq('id', id).maybeSingle()).data).toBeNull()
  const missing = await client.from('loans').select('id').eq('id', id).single()
  expect(missing).toMatchObject({ status: 406, error: { code: 'PGRST116' } })

  expect((await client.rpc('add', { a: 1, b: 2 })).data).toBe(3)
  expect((await client.rpc('add', { a: 1 }, { get: true })).data).toBe(2)
  expect((await client.rpc('books_by', { author: 1 }).select('id').order('id')).data).toEqual([{ id: 1 }, { id: 2 }])
  expect((await client.rpc('nothing')).status).toBe(204)
  const refused = await client.rpc('rename_book', { book_id: 1, new_title: 'taken' })
  expect(refused).toMatchObject({ status: 409, error: { code: 'PT409', message: 'stale_version' } })
  const everything = await client.from('loans').delete()
  expect(everything).toMatchObject({ status: 400, error: { code: '21000' } })
})
