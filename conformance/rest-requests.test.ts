import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { service, visitor } from './clients.ts'
import { executeSql } from './database.ts'

const schema = `
  create table public.conf_shops (id int primary key, name text not null);
  create table public.conf_goods (
    id int primary key, name text not null, price int not null default 0,
    shop_id int references public.conf_shops, made_in int references public.conf_shops
  );
  insert into public.conf_shops values (1, 'First'), (2, 'Second');
  insert into public.conf_goods values (1, '100% wool plan', 5, 1, 2), (2, 'cotton', 7, 1, 1), (3, 'silk', 9, 2, 1);
  create function public.conf_two_keys() returns int language sql as
    $$ select set_config('response.headers', '[{"X-One": "1", "X-Two": "2"}]', true); select 1 $$;
  alter table public.conf_shops enable row level security;
  alter table public.conf_goods enable row level security;
  create policy "shops are public" on public.conf_shops for select using (true);
  create policy "goods are public" on public.conf_goods for all using (true) with check (true);
  grant select on public.conf_shops to anon, authenticated;
  grant select, insert, update, delete on public.conf_goods to anon, authenticated, service_role;
  grant select on public.conf_shops to service_role;
  grant execute on function public.conf_two_keys() to anon;
`
beforeAll(() => executeSql(schema))
afterAll(() => executeSql('drop function conf_two_keys; drop table conf_goods, conf_shops'))

const rest = (path: string, more: Parameters<typeof ask>[1] = {}) => ask(`/rest/v1${path}`, more)

test('two embeds of one table without an alias are refused, because their keys would collide', async () => {
  const twice = await visitor().from('conf_shops').select('id,conf_goods!shop_id(id),conf_goods!made_in(name)')
  expect(twice).toMatchObject({
    status: 400,
    error: { code: '42712', message: 'table name "conf_shops_conf_goods_1" specified more than once' },
  })
  const named = await visitor()
    .from('conf_shops')
    .select('id,sold:conf_goods!shop_id(id),made:conf_goods!made_in(id)')
    .eq('id', 2)
  expect(named.data).toEqual([{ id: 2, sold: [{ id: 3 }], made: [{ id: 1 }] }])
})

test('an empty select means all columns, of tables and of functions', async () => {
  expect((await visitor().from('conf_shops').select('').order('id')).data).toEqual([
    { id: 1, name: 'First' },
    { id: 2, name: 'Second' },
  ])
  expect((await rest('/conf_shops?select=&id=eq.2')).body).toEqual([{ id: 2, name: 'Second' }])
})

test('a percent sign that starts no valid escape is literal', async () => {
  const found = await rest('/conf_goods?select=id&name=like.%plan%')
  expect([found.status, found.body]).toEqual([200, [{ id: 1 }]])
  expect((await rest('/conf_goods?select=id&name=like.100%25*')).body).toEqual([{ id: 1 }])
})

test('PUT accepts only the primary key as filter, and writes the row of that key', async () => {
  const row = { id: 2, name: 'cotton', price: 8, shop_id: 1, made_in: 1 }
  for (const beside of ['&price=eq.7', '&nope=eq.1', '&name=like.c*'])
    expect(await rest(`/conf_goods?id=eq.2${beside}`, { method: 'PUT', body: row })).toMatchObject({
      status: 405,
      body: { code: 'PGRST105' },
    })
  const shown = { prefer: 'return=representation' }
  const two = await rest('/conf_goods?id=eq.2', { method: 'PUT', body: [row, { ...row, id: 3 }], headers: shown })
  expect([two.status, two.body]).toEqual([200, [row]])
  expect((await rest('/conf_goods?select=name&id=eq.3')).body).toEqual([{ name: 'silk' }])
  const other = await rest('/conf_goods?id=eq.2', { method: 'PUT', body: { ...row, id: 9 } })
  expect(other).toMatchObject({ status: 400, body: { code: 'PGRST115' } })
})

test('an upsert of no rows responds with 200, an insert of no rows with 201', async () => {
  expect(await service().from('conf_goods').upsert([])).toMatchObject({ status: 200, error: null })
  expect(await service().from('conf_goods').insert([])).toMatchObject({ status: 201, error: null })
})

test('a negative offset begins at the first row, a negative limit is refused', async () => {
  const all = await rest('/conf_shops?select=id&order=id&offset=-4')
  expect([all.status, all.body]).toEqual([200, [{ id: 1 }, { id: 2 }]])
  expect(all.headers.get('content-range')).toBe('0-1/*')
  expect((await rest('/conf_shops?limit=-1')).status).toBe(416)
})

test('in.() with only a space is an empty list', async () => {
  const none = await rest('/conf_shops?id=in.( )')
  expect([none.status, none.body]).toEqual([200, []])
})

test('a filter by the table name of an aliased embed works with a warning, and is refused when it is ambiguous', async () => {
  const old = await rest(
    '/conf_shops?select=id,sold:conf_goods!shop_id(id)&conf_goods.price=gt.6&conf_goods.order=id&id=eq.1',
  )
  expect([old.status, old.body]).toEqual([200, [{ id: 1, sold: [{ id: 2 }] }]])
  expect(old.headers.get('warning')).toContain(
    'Update `conf_goods` to `sold` in query string filters, orders or limits.',
  )
  const proper = await rest('/conf_shops?select=id,sold:conf_goods!shop_id(id)&sold.price=gt.6&id=eq.1')
  expect([proper.body, proper.headers.get('warning')]).toEqual([[{ id: 1, sold: [{ id: 2 }] }], null])
  const both = 'select=id,sold:conf_goods!shop_id(id),made:conf_goods!made_in(id)'
  expect(await rest(`/conf_shops?${both}&conf_goods.price=gt.6`)).toMatchObject({
    status: 400,
    body: { code: 'PGRST108', hint: "Change 'conf_goods' to 'sold' or 'made' in filters, orders or limits." },
  })
  const one = 'select=id,conf_goods!shop_id(id),made:conf_goods!made_in(id)'
  expect((await rest(`/conf_shops?${one}&conf_goods.price=gt.8&made.order=id&id=eq.1`)).body).toEqual([
    { id: 1, conf_goods: [], made: [{ id: 2 }, { id: 3 }] },
  ])
})

test('response.headers with several keys in one object is refused', async () => {
  expect(await rest('/rpc/conf_two_keys', { body: {} })).toMatchObject({ status: 500, body: { code: 'PGRST111' } })
})

test('an unmatched closing bracket at the end of select is ignored', async () => {
  const found = await rest('/conf_shops?select=id)&id=eq.1')
  expect([found.status, found.body]).toEqual([200, [{ id: 1 }]])
})
