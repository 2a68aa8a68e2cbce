// Writes the rows of the benchmark, batching all pending ones into one statement.
import pg from 'pg'

export const prepareRows = `
  create table public.bench_members (team int, member uuid, primary key (team, member));
  create table public.bench_rows (id bigint generated always as identity primary key, team int not null, name text not null, body text not null);
  alter table public.bench_rows enable row level security;
  alter table public.bench_members enable row level security;
  grant select on public.bench_rows, public.bench_members to authenticated;
  create policy "members see their own membership" on public.bench_members for select to authenticated using (member = (select auth.uid()));
  create policy "members see the rows of their team" on public.bench_rows for select to authenticated
    using (exists (select from public.bench_members where bench_members.team = bench_rows.team and member = (select auth.uid())));
  alter publication supabase_realtime add table public.bench_rows;`

export async function rowWriter(login: object) {
  const client = new pg.Client(login)
  await client.connect()
  let waiting: { team: number; name: string }[] = []
  let isWriting = false

  async function writeAll() {
    isWriting = true
    while (waiting.length > 0) {
      const rows = waiting
      waiting = []
      await client.query(
        `insert into public.bench_rows (team, name, body) select *, 'a row of some length, as rows are' from unnest($1::int[], $2::text[])`,
        [rows.map(({ team }) => team), rows.map(({ name }) => name)],
      )
    }
    isWriting = false
  }

  return {
    write(team: number, place: number) {
      waiting.push({ team, name: `row ${place}` })
      if (!isWriting) void writeAll()
    },
    end: () => void client.end(),
  }
}
