import { afterAll, beforeAll, expect, test } from 'vitest'
import { ask } from './ask.ts'
import { visitor } from './clients.ts'
import { executeSql } from './database.ts'

const schema = `
  create table public.conf_ports (id int primary key, name text not null, note text);
  insert into public.conf_ports values (1, 'Haifa', 'north'), (2, 'Eilat', 'south');
  create domain public.conf_port as public.conf_ports;
  create domain public.conf_port_again as public.conf_port;
  create domain public.conf_words as tsvector;
  create table public.conf_articles (id int primary key, words public.conf_words);
  insert into public.conf_articles values (1, to_tsvector('simple', 'harbour lights')), (2, to_tsvector('simple', 'desert wind'));

  create function public.conf_mixed(int) returns text language sql immutable as $$ select 'by position' $$;
  create function public.conf_mixed(word text) returns text language sql immutable as $$ select word $$;
  create function public.conf_unnamed(int, int) returns int language sql immutable as 'select $1 + $2';
  create function public.conf_label(public.conf_ports) returns text language sql stable as $$ select $1.name || '!' $$;
  create function public.conf_next(public.conf_ports) returns setof public.conf_ports rows 1 language sql stable as
    'select * from public.conf_ports where id = $1.id + 1';
  create function public.conf_whole_json(json) returns json language sql immutable as 'select $1';
  create function public.conf_whole_text(text) returns text language sql immutable as $$ select 'got ' || $1 $$;
  create function public.conf_whole_bytes(bytea) returns int language sql immutable as 'select length($1)';

  create function public.conf_choice(b text, a int default 1, c int default 1) returns int language sql immutable as 'select 1';
  create function public.conf_choice(b text) returns int language sql immutable as 'select 1';
  create function public.conf_choice(b int) returns int language sql immutable as 'select 1';

  create function public.conf_record() returns record language sql stable as $$ select 1 as id, 'x'::text as name $$;
  create function public.conf_records(n int) returns setof record language sql stable as 'select i, i * 10 from generate_series(1, n) i';
  create function public.conf_domain_row(wanted int) returns public.conf_port_again language sql stable as
    'select p::public.conf_port_again from public.conf_ports p where id = wanted';
  create function public.conf_domain_rows() returns setof public.conf_port language sql stable as
    'select p::public.conf_port from public.conf_ports p order by id';
  create function public.conf_add(a int, b int) returns int language sql immutable as 'select a + b';
  create function public.conf_twins(public.conf_articles) returns setof public.conf_ports rows 1 language sql stable as
    'select * from public.conf_ports';

  alter table public.conf_ports enable row level security;
  alter table public.conf_articles enable row level security;
  create policy "ports are public" on public.conf_ports for select using (true);
  create policy "articles are public" on public.conf_articles for select using (true);
  grant select on public.conf_ports, public.conf_articles to anon, authenticated;
  grant execute on all functions in schema public to anon, authenticated;
`
const undo = `
  drop function conf_mixed(int), conf_mixed(text), conf_unnamed, conf_label, conf_next, conf_whole_json, conf_whole_text, conf_whole_bytes,
    conf_choice(text, int, int), conf_choice(text), conf_choice(int), conf_record, conf_records, conf_domain_row, conf_domain_rows, conf_add, conf_twins;
  drop table conf_articles, conf_ports cascade;
`
beforeAll(() => executeSql(schema))
afterAll(() => executeSql(undo))

test('an overload with unnamed parameters is not a candidate, so the one with named parameters is called', async () => {
  expect(await visitor().rpc('conf_mixed', { word: 'hello' })).toMatchObject({ data: 'hello', error: null })
  const unnamed = await ask('/rest/v1/rpc/conf_unnamed', { body: { '': 1 } })
  expect(unnamed).toMatchObject({ status: 404, body: { code: 'PGRST202' } })
  const bare = await ask('/rest/v1/rpc/conf_whole_json')
  expect(bare).toMatchObject({ status: 404, body: { code: 'PGRST202', hint: null } })
})

test('computed fields and relationships work with an unnamed parameter', async () => {
  const { data, error } = await visitor().from('conf_ports').select('id,conf_label,conf_next(name)').order('id')
  expect(error).toBeNull()
  expect(data).toEqual([
    { id: 1, conf_label: 'Haifa!', conf_next: { name: 'Eilat' } },
    { id: 2, conf_label: 'Eilat!', conf_next: null },
  ])
})

test('a single unnamed parameter receives the whole body, by its content type', async () => {
  expect((await ask('/rest/v1/rpc/conf_whole_json', { body: { any: [1] } })).body).toEqual({ any: [1] })
  const text = { 'content-type': 'text/plain' }
  expect((await ask('/rest/v1/rpc/conf_whole_text', { body: 'me', headers: text })).body).toBe('got me')
  const bytes = { 'content-type': 'application/octet-stream' }
  expect((await ask('/rest/v1/rpc/conf_whole_bytes', { body: 'four', headers: bytes })).body).toBe(4)
})

test('indistinguishable candidates are listed by their number of parameters, then by names and types', async () => {
  expect(await ask('/rest/v1/rpc/conf_choice', { body: { b: 'x' } })).toMatchObject({
    status: 300,
    body: {
      code: 'PGRST203',
      message:
        'Could not choose the best candidate function between: public.conf_choice(b => integer), public.conf_choice(b => text), public.conf_choice(b => text, a => integer, c => integer)',
    },
  })
})

test('a function that returns record without OUT parameters returns the fields of its rows', async () => {
  expect(await visitor().rpc('conf_record')).toMatchObject({ error: null, data: { id: 1, name: 'x' } })
  const { data, error } = await visitor().rpc('conf_records', { n: 2 })
  expect(error).toBeNull()
  expect((data as object[]).map((row) => Object.values(row))).toEqual([
    [1, 10],
    [2, 20],
  ])
})

test('a function that returns a domain over a row type returns the whole row', async () => {
  expect((await visitor().rpc('conf_domain_row', { wanted: 2 })).data).toEqual({ id: 2, name: 'Eilat', note: 'south' })
  expect((await visitor().rpc('conf_domain_rows').select('id,note').eq('id', 1)).data).toEqual([
    { id: 1, note: 'north' },
  ])
})

test('text search treats a domain over tsvector as a tsvector', async () => {
  const { data, error } = await visitor()
    .from('conf_articles')
    .select('id')
    .textSearch('words', 'harbour', { config: 'simple' })
  expect({ data, error }).toEqual({ data: [{ id: 1 }], error: null })
})

test('arguments of a function can be sent as the first row of a CSV body', async () => {
  const csv = { 'content-type': 'text/csv' }
  const sum = await ask('/rest/v1/rpc/conf_add', { body: 'a,b\n2,40\n', headers: csv })
  expect([sum.status, sum.body]).toEqual([200, 42])
  const picture = await ask('/rest/v1/rpc/conf_add', { body: 'a', headers: { 'content-type': 'image/png' } })
  expect(picture).toMatchObject({
    status: 400,
    body: { code: 'PGRST102', message: 'Content-Type not acceptable: image/png' },
  })
})

test('a to-one computed relationship that returns two rows is refused with 400', async () => {
  expect(await ask('/rest/v1/conf_articles?select=id,conf_twins(name)')).toMatchObject({
    status: 400,
    body: { code: '21000' },
  })
})
