import { expect, test } from 'vitest'
import { bookshop } from '../bookshop.fixture.ts'

const { ask, db } = await bookshop()
await db.sql(`
  create schema attic;
  create table attic.people (id int primary key, name text);
  create table attic.badges (id int primary key, person_id int references attic.people, colour text);
  create view people as select id as number, name, upper(name) as loud from attic.people;
  create view badges as select id, person_id, colour from attic.badges;
  create view badges_again as select b.id as badge, b.person_id as person, b.person_id as holder from badges b where b.id > 0;
  create view thick_books as select b.id, b.title, b.author_id, (select count(*) from shelves) as shelf_count from books b where b.pages > 300;
  create view placements as select book_id, shelf_id from books_shelves;
  create view either as select id from books union select id from authors;
  create table follows (follower int references authors, followed int references authors, primary key (follower, followed));
  create table spines (id int primary key, book_id int references books);
  create unique index on spines (book_id);
  create table weights (id int primary key, book_id int unique references books, grams int);
  create function first_of(authors) returns books language sql stable as 'select * from books where author_id = $1.id order by id limit 1';
  create function shelves(authors) returns setof shelves language sql stable as 'select * from shelves where id = 1';
  grant select on follows, spines, weights, people, badges, badges_again, thick_books, placements, either to authenticated;
  grant insert, update on people to authenticated;
  grant execute on function first_of(authors), shelves(authors) to authenticated;
  insert into attic.people values (1, 'Dov'), (2, 'Lea');
  insert into attic.badges values (1, 1, 'red'), (2, 1, 'blue');
  insert into follows values (1, 2), (2, 3), (1, 3);
  insert into spines values (1, 1);
  insert into weights values (1, 1, 700);
`)

const reads: [question: string, answer: unknown][] = [
  ['/people?select=name,badges(colour)&order=number', [{ name: 'Dov', badges: [{ colour: 'red' }, { colour: 'blue' }] }, { name: 'Lea', badges: [] }]],
  ['/badges?select=colour,people(name)&id=eq.1', [{ colour: 'red', people: { name: 'Dov' } }]],
  ['/badges_again?select=badge,people!person(name)&badge=eq.2', [{ badge: 2, people: { name: 'Dov' } }]],
  ['/thick_books?select=id,authors(name)&id=eq.3', [{ id: 3, authors: { name: 'Meir Shalev' } }]],
  ['/authors?select=id,thick_books(id)&id=in.(1,3)&order=id', [{ id: 1, thick_books: [{ id: 1 }] }, { id: 3, thick_books: [] }]],
  ['/thick_books?select=id,covers(colour)&id=eq.1', [{ id: 1, covers: { colour: 'black' } }]],
  ['/thick_books?select=id,shelves!books_shelves(label)&id=eq.3', [{ id: 3, shelves: [{ label: 'bottom' }] }]],
  ['/placements?select=books(id),shelves(label)&book_id=eq.3', [{ books: { id: 3 }, shelves: { label: 'bottom' } }]],
  ['/books?select=id,shelves!placements(label)&id=eq.3', [{ id: 3, shelves: [{ label: 'bottom' }] }]],
  // A self-referencing junction: the hint names the junction key that points to the embedded rows.
  ['/authors?select=id,follows:authors!follows_followed_fkey(id),followers:authors!follower(id)&id=eq.2',
    [{ id: 2, follows: [{ id: 3 }], followers: [{ id: 1 }] }]],
  // Only a constraint makes the relationship to-one; a unique index does not.
  ['/books?select=id,weights(grams),spines(id)&id=eq.1', [{ id: 1, weights: { grams: 700 }, spines: [{ id: 1 }] }]],
  ['/authors?select=id,first_of(id)&id=in.(1,2)&order=id', [{ id: 1, first_of: { id: 1 } }, { id: 2, first_of: { id: 3 } }]],
  ['/authors?select=id,shelves(label)&id=eq.1', [{ id: 1, shelves: [{ label: 'top' }] }]],
] // prettier-ignore

test.each(reads)('GET %s returns the expected rows', async (question, rows) => {
  const answer = await ask('GET', question)
  expect(answer.body).toEqual(rows)
  expect(answer.status).toBe(200)
})

test('a view has the primary key of its base table', async () => {
  const placed = await ask('POST', '/people', { body: { number: 7, name: 'Noa' }, prefer: 'return=headers-only' })
  expect(placed).toMatchObject({ status: 201, headers: { location: '/people?number=eq.7' } })
  const put = await ask('PUT', '/people?number=eq.7', {
    body: { number: 7, name: 'Noam' },
    prefer: 'return=representation',
  })
  expect(put).toMatchObject({ status: 200, body: [{ number: 7, name: 'Noam', loud: 'NOAM' }] })
})

test('base tables in schemas that are not exposed stay unreachable through views', async () => {
  expect(await ask('GET', '/attic.people')).toMatchObject({ status: 404 })
  expect(await ask('GET', '/either?select=id,covers(colour)')).toMatchObject({
    status: 400,
    body: { code: 'PGRST200' },
  })
  const twoWays = await ask('GET', '/badges_again?select=badge,people(name)')
  expect(twoWays).toMatchObject({
    status: 300,
    body: {
      code: 'PGRST201',
      details: [
        { relationship: 'badges_person_id_fkey using badges_again(person) and people(number)' },
        { relationship: 'badges_person_id_fkey using badges_again(holder) and people(number)' },
      ],
    },
  })
  const itself = await ask('GET', '/authors?select=id,authors!follows(id)')
  expect(itself).toMatchObject({
    status: 300,
    body: {
      hint: "Try changing 'authors' to one of the following: 'authors!follows_follower_fkey', 'authors!follows_followed_fkey'. Find the desired relationship in the 'details' key.",
    },
  })
})

test('OPTIONS lists the methods that a relation supports', async () => {
  const allowed = async (path: string) => (await ask('OPTIONS', path)).headers['allow']
  expect(await allowed('/books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
  expect(await allowed('/either')).toBe('OPTIONS,GET,HEAD')
  expect(await allowed('/thick_books')).toBe('OPTIONS,GET,HEAD,POST,PUT,PATCH,DELETE')
  expect(await allowed('/rpc/add')).toBe('OPTIONS,GET,HEAD,POST')
  expect(await allowed('/rpc/rename_book')).toBe('OPTIONS,POST')
  expect(await allowed('/')).toBe('OPTIONS,GET,HEAD')
  expect(await ask('OPTIONS', '/nowhere')).toMatchObject({ status: 404, body: { code: 'PGRST205' } })
})

test('a write to a view that is not updatable is refused as a client error', async () => {
  await db.sql('grant insert, update on either to authenticated')
  const refused = await ask('POST', '/either', { body: { id: 1 } })
  expect(refused).toMatchObject({ status: 405, body: { code: '55000', message: 'cannot insert into view "either"' } })
})
