import { expect, test } from 'vitest'
import { testDatabase } from './database.ts'
import { databaseTypes } from './database-types.ts'

const db = await testDatabase()
await db.sql(`
  create table shelves (id bigint generated always as identity primary key, label text not null unique);
  create table books (
    id uuid primary key default gen_random_uuid(),
    shelf bigint references shelves,
    state text not null default 'new' check (state in ('new', 'worn')),
    tags text[] not null check (tags <@ array['a', 'b']),
    facts jsonb not null check (jsonb_typeof(facts) = 'object'),
    rank text not null);
  create function place_book() returns trigger language plpgsql as $$ begin new.rank := 'a'; return new; end $$;
  create trigger place_book before insert on books for each row execute function place_book();
  comment on trigger place_book on books is 'sets: rank';
  create view shown_books as select id, state, shelf from books;
  comment on view shown_books is 'never null: id';
  create function move_book(book uuid, target bigint, note text default null, copies integer default 1) returns integer language sql as 'select 1';
  comment on function move_book is 'never null; takes null: target';
  create function worn_books() returns setof books language sql stable as 'select * from books';
  create function book_counts() returns table (state text, books bigint) language sql stable as 'select state, count(*) from books group by 1';
  grant execute on function move_book, worn_books, book_counts to authenticated;
`)
const types = (await databaseTypes((query) => db.sql(query))).replaceAll(/\s+/g, ' ')
/** The generated text, from the name of the type on. */
const typeOf = (name: string) => types.slice(types.indexOf(` ${name}: {`), types.indexOf(` ${name}: {`) + 900)

test('a column is typed by its check constraint, and optional in an insert if it has a default or a trigger sets it', () => {
  expect(typeOf('books')).toContain(
    "books: { Row: { facts: Shape<'books.facts', JsonObject> id: string rank: string shelf: number | null state: 'new' | 'worn' tags: ('a' | 'b')[] }",
  )
  expect(typeOf('books')).toContain(
    "Insert: { facts: Shape<'books.facts', JsonObject> id?: string rank?: string shelf?: number | null state?: 'new' | 'worn' tags: Readonly<('a' | 'b')[]> }",
  )
  expect(typeOf('shelves')).toContain(
    'shelves: { Row: { id: number label: string } Insert: { id?: never label: string }',
  )
})

test('a foreign key is typed as a relationship', () => {
  expect(typeOf('books')).toContain(
    "Relationships: [{ foreignKeyName: 'books_shelf_fkey'; columns: ['shelf']; isOneToOne: false; referencedRelation: 'shelves'; referencedColumns: ['id'] }]",
  )
})

test('columns of views and of function tables are nullable unless a comment declares otherwise', () => {
  expect(typeOf('shown_books')).toContain(
    "shown_books: { Row: { id: string shelf: number | null state: Shape<'shown_books.state', string> | null }",
  )
  expect(typeOf('book_counts')).toContain(
    "book_counts: { Args: Record<PropertyKey, never> Returns: { books: number | null; state: Shape<'book_counts.state', string> | null }[] }",
  )
})

test('arguments with a default are optional, and null is accepted where it is the default or a comment declares it', () => {
  expect(typeOf('move_book')).toContain(
    'move_book: { Args: { book: string; copies?: number; note?: string | null; target: number | null } Returns: number }',
  )
  expect(typeOf('worn_books')).toContain(
    "worn_books: { Args: Record<PropertyKey, never> Returns: Tables<'books'>[] SetofOptions: { from: '*'; to: 'books'; isOneToOne: false; isSetofReturn: true } }",
  )
})
